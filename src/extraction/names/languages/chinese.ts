/** Whether a Chinese word that is also a name means the name: 苹果 is the fruit if somebody eats it. */

// Numerals and classifiers, before the noun.
const COUNTED =
  /(?:[一二三四五六七八九十百两几半每这那数多\d]+ ?(?:个|颗|斤|块|片|只|箱|杯|碗|袋|公斤|千克|克|串|粒|根|条|朵|棵|株|瓶|盘|头|匹|座|把|勺|份|筐))$/;
const HANDLED = /[吃喝削切种摘煮啃榨尝采洗剥咬炖爬登]了?(?:[^，。；！？,.;!?]{0,2})$/;
const COMPOUND_BEFORE = /(?:万里|青|红|烂|新鲜|水果|野生|有机)$/;
const COMPOUND_AFTER = /^(?:树|汁|派|醋|粥|饭|皮|园|酱|肉|干|核|片|花|味|色|化|性|沙拉|蛋糕|遗址|脚下)/;
const COMPANY_AFTER =
  /^(?:手机|公司|电脑|品牌|集团|官网|发布|推出|的?产品|笔记本|耳机|手表|平板|系统|汽车|电视|商店|股票|旗舰|专卖|用户|客服|科技|银行)/;
const HAN = /^\p{sc=Han}{2,3}$/u;

// Created on first use, like the one for word ends.
let segmenter: Intl.Segmenter | undefined;
const words = new Map<string, boolean>();
const MAX_REMEMBERED = 1000;

/** Whether the dictionary has a name as a word. It splits other names into single characters. */
function isWord(name: string): boolean {
  let is = words.get(name);
  if (is === undefined) {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    is = [...segmenter.segment(name)].length === 1;
    if (words.size >= MAX_REMEMBERED) words.clear();
    words.set(name, is);
  }
  return is;
}

/** Whether a Chinese word in its context is a thing that is counted, eaten or used as a material. */
export function isChineseThing(before: string, own: string, after: string): boolean {
  if (!HAN.test(own) || !isWord(own) || COMPANY_AFTER.test(after)) return false;
  const near = before.slice(-8);
  return COUNTED.test(near) || HANDLED.test(near) || COMPOUND_BEFORE.test(near) || COMPOUND_AFTER.test(after);
}
