import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { nameChanges } from '../../src/extraction/names/changes.ts';
import { brandOf, compileLexicon } from '../../src/extraction/names/lexicon.ts';
import { findNamings, namesAny } from '../../src/extraction/names/namings.ts';
import { deriveVariants } from '../../src/extraction/names/variants.ts';
import { clean } from '../../src/extraction/text/clean.ts';
import type { KnownBrand, KnownSubject } from '../../src/extraction/types.ts';

const subject = (name: string, rest: Partial<KnownSubject> = {}): KnownSubject => ({
  id: name,
  name,
  websites: [],
  aliases: [],
  caseSensitive: caseSensitiveByDefault([name, ...(rest.aliases ?? [])]),
  ...rest,
});
const brand = (known: KnownSubject, competitors: KnownSubject[] = []): KnownBrand => ({
  ...known,
  competitors,
});

function namedIn(known: KnownSubject[], text: string, language?: string): string[] {
  const lexicon = compileLexicon([brand(known[0]!, known.slice(1))]);
  const namings = findNamings(lexicon, brandOf(lexicon, known[0]!.id), clean(text).text, {
    language: language ?? null,
  });
  return [...new Set(namings.flatMap(({ subjects }) => subjects.map(({ id }) => id)))];
}

/** By class: "+" where the text names the name, "-" where it does not. */
const CASES: Record<string, string> = {
  spelling: `
+|BrightWick|Many like Bright Wick for its flame.
+|BrightWick|Bright-Wick lamps burn long.
-|BrightWick|Look for a bright wick.
+|Brightwick|Bright Wick candles smell nice.
+|Nova Tech|NovaTech routers are cheap.
-|NovaTech|We saw the nova. Tech writers liked it.
-|Pro-Ject|Project work takes time.
+|Hollis & Vane|Hollis and Vane sells boots.
+|Hollis & Vane|Hollis und Vane verkauft Stiefel.
+|Dunmore and Pike|See Dunmore & Pike.
+|Merrin's|Tea at Merrins in Leeds.
+|Merrins|Merrin's has good tea.
+|O'Dallan|O Dallan makes soap.
+|Yuzo!|Yuzo is an app.
+|Dr. Velo|Dr Velo makes bikes.
+|Cordal Inc.|Cordal has offices.
+|Cordal Inc.|Cordal, Inc. has offices.
+|Velora|Two Veloras were tested.
-|Plan|The plans are good.
+|Fitoro+|Fitoro Plus has classes.
+|Fitoro Plus|Fitoro+ has classes.
+|ZX9000|The ZX 9000 is fast.
-|ZX9000|The ZX 900 is fast.
+|Zento 5|The Zento5 is fast.
-|Zento 5|The Zento 55 is fast.`,
  letters: `
+|Bjørno|Bjorno lager ryggsekker.
+|Ærolux|Aerolux lamps are bright.
+|Müllhaus|Muellhaus ist teuer.
+|Muellhaus|Müllhaus ist teuer.
-|Muellhaus|Mullhaus ist teuer.
+|Strauß Licht|Strauss Licht ist gut.
+|Łabendo|Labendo to marka.
+|Işıltan|IŞILTAN marka lambalar.
+|İzmora|İZMORA'da ucuz.`,
  capitals: `
+|ZORVA|Zorva is good, zorva is cheap.
+|HELIX|The Helix mattress ranks first.
-|HELIX|DNA is a double helix.
-|MM|A gap of 5 mm.
-|GO|You can go there.`,
  korean: `
+|벨로라|벨로라는 좋습니다.
+|벨로라|벨로라에서는 무료입니다.
+|벨로라|벨로라와는 다릅니다.
+|모란델|모란델이라고 부릅니다.
+|Velora|Velora입니다.
-|바나|바나나는 과일입니다.
-|토마|토마토는 좋습니다.
-|미라|미라클 모닝은 습관입니다.
-|라미|피라미드 모양입니다.
-|모란|모란시장은 성남에 있습니다.`,
  japanese: `
+|カルモラ|ｶﾙﾓﾗの新製品です。
+|ガルモ|ｶﾞﾙﾓの新製品です。
+|カルモラ|カルモラジャパンが発表した。
+|白鷺堂|和菓子なら白鷺堂が有名です。
-|ポン|スポンサーは地元の企業です。
-|テラス|カラーはステラスカイです。`,
  chinese: `
+|维洛拉|我推荐维洛拉和明森。
-|京东|北京东部的餐馆比较便宜。
-|和平|价格和平台费用也差不多。
-|苹果|每天早上吃一个苹果。
+|苹果|苹果公司发布了新手机。`,
  arabic: `
+|فيلورا|وفيلورا هي الخيار.
+|فيلورا|وللفيلورا تطبيق.
+|المرسانا|للمرسانا فروع.
+|أوليفانا|تعتبر اوليفانا جيدة.
+|مرسانا|تقدم مَرْسَانَا ضماناً.
+|نوردين|من نـــورديـــن متينة.
-|نون|القانون الجديد.`,
  hebrew: `
+|קסטרלו|ושבקסטרלו יש.
+|Velora|הVelora החדש.
-|גלית|האנגלית שלו מצוינת.`,
  turkish: `
+|Velora|Velora'nın pili uzun.
+|Velora|Veloranın fiyatı çok yüksek ve iyi.
-|Bora|Borazan sesi duyuldu.`,
  finnish: `
+|Velora|Veloran akku kestää pitkään.
+|Kestrelo|Kestreloon kannattaa tutustua ja se on edullinen.
-|Kala|Kalastus on suosittu harrastus.
-|Velora|Veloran is the name of another company.`,
  slavic: `
+|Велора|Я советую купить Велору.
+|Яндвекс|С Яндвексом дешевле.
+|Velora|Bateria Velory działa długo.
+|Velora|W Velorze można kupić części.
+|Tambera|V Tambeře najdete i levnější modely.
-|Вело|Велосипед лучше хранить.`,
  german: `
+|Brenndorf|Brenndorfs Kundendienst antwortet.
+|Velora|Die Velora-Kopfhörer sind leicht.
-|Zweig|Die Zweigstelle ist geschlossen.`,
  senses: `
+|Target|I bought it at Target.
+|Target|Target's return policy lasts 90 days.
-|Target|Target audience matters.
-|Target|How to Define Your Target Audience
-|Visa|Visa requirements vary.
+|Visa|Cards issued by Visa are accepted.
-|Ring|Ring the bell twice.
+|Ring|Ring is a maker of doorbells.
+|Ring|1. **Ring** (best app)
-|Notion|Notion of risk
+|Notion|Notes can be exported to Notion.
-|Bar|It brews at 9 Bar.
-|Max|The 17 Pro Max is large.
-|Prime|The Theragun Prime is quiet.
-|Shell|It is a ski Shell made of nylon.
-|Curie|Marie Curie won two prizes.
+|Curie|The Curie app is free.
-|Chase|Chase Utley played second base.
+|Chase|Chase offers a checking account.
-|Orange|Orange County has many beaches.
-|Orange|Orange is a mix of red and yellow.
-|Indeed|Indeed, most applicants never hear back.
-|Target|Target-date funds are popular.
+|Apple|Apple-made chips are fast.
+|Shell|Stores by Shell are open.
+|Gap|Gap and three other retailers cut prices.
-|Slack|Slack and a loose bolt make noise.
+|Slack|Slack caps free teams at ten guests.
-|Target|Target limits for each team vary by region.
+|Monday|Most firms later migrate to Monday for their planning.
-|Monday|They moved to Monday and Tuesday shifts.
-|Lux|Aim for 300 Lux on the bench.
+|Lux|The shop sold 300 Lux bags.
-|Venus|Venus has no moons of its own.
+|Venus|Venus is a brand of razors.
-|Nike|Nike was the winged goddess of victory.
+|Nike|Nike took its name from the goddess, and is named after her.
+|Amazon|Books about gods and planets are on Amazon too.
-|Amazon|The Amazon is the widest river there.`,
  phrases: `
-|Old Navy|She chose an old navy coat.
-|Head & Shoulders|He stood head and shoulders above us.
-|Best Buy|Best buy for small rooms: a fan heater.
+|Best Buy|i got it at best buy for less
+|Old Navy|Old Navy coats are warm.
+|old navy|An old navy coat is warm.`,
};
for (const [group, cases] of Object.entries(CASES)) {
  for (const line of cases.trim().split('\n')) {
    const [named, name, text] = line.split('|') as [string, string, string];
    test(`${group}: ${line}`, () => {
      assert.deepEqual(namedIn([subject(name)], text), named === '+' ? [name] : []);
    });
  }
}

test('a language that is given decides which endings names may have', () => {
  assert.deepEqual(namedIn([subject('Velora')], 'Veloran', 'fi'), ['Velora']);
  assert.deepEqual(namedIn([subject('Velora')], 'Veloran', 'en'), []);
});

test('words of a list with known names are names too', () => {
  assert.deepEqual(namedIn([subject('Gap'), subject('Uniqlo')], 'Gap, Uniqlo'), ['Gap', 'Uniqlo']);
});

test('a name entered so is meant rather than one spelled or inflected so', () => {
  assert.deepEqual(namedIn([subject('Velo'), subject('Velos')], 'Two Velos were sold.'), ['Velos']);
  assert.deepEqual(namedIn([subject('Cordal Inc.'), subject('Cordal')], 'Cordal is here.'), ['Cordal']);
});

test('a phrase to ignore does not name the subjects that have it', () => {
  const ignoring = subject('Velora', { ignoredPhrases: ['Velora Street', 'veloras'] });
  const named = (text: string) => namedIn([ignoring, subject('Vel', { aliases: ['Velora'] })], text);
  assert.deepEqual(named('He lives in velora street.'), ['Vel']);
  assert.deepEqual(named('Velora Streets are wide.'), ['Velora', 'Vel']);
  assert.deepEqual(named('Two Veloras stood there.'), ['Vel']);
  assert.deepEqual(named('Velora Street, and Velora.'), ['Vel', 'Velora']);
});

test('a subject may be named inside longer names', () => {
  const long = subject('Velora Sonic');
  assert.deepEqual(namedIn([subject('Velora'), long], 'The Velora Sonic.'), ['Velora Sonic']);
  const counted = subject('Velora', { countInsideLongerNames: true });
  assert.deepEqual(namedIn([counted, long], 'The Velora Sonic.').sort(), ['Velora', 'Velora Sonic']);
  const inner = subject('Sonic', { countInsideLongerNames: true, caseSensitive: [] });
  assert.deepEqual(namedIn([inner, long], 'The Velora Sonic.').sort(), ['Sonic', 'Velora Sonic']);
});

test('an address is also named by its first part; an ordinary word needs another known name', () => {
  const both = [subject('monday.com'), subject('Velora')];
  assert.deepEqual(namedIn(both, 'Monday is easier than Velora.', 'en').sort(), ['Velora', 'monday.com']);
  assert.deepEqual(namedIn(both, 'Velora ships every Monday.', 'en'), ['Velora']);
  assert.deepEqual(namedIn([subject('make.com')], 'Make has many connectors, which cost extra.', 'en'), []);
  assert.deepEqual(namedIn([subject('replio.ai')], 'Replio has many connectors.', 'en'), ['replio.ai']);
  assert.deepEqual(namedIn([subject('replio.ai')], 'They use replio for that.', 'en'), []);
  assert.deepEqual(namedIn([subject('Node.js')], 'The Node is down.', 'en'), []);
});

test('ordinary words that are rivals of one sentence are names', () => {
  const known = [subject('长城'), subject('奇瑞')];
  assert.deepEqual(namedIn(known, '长城比奇瑞贵，但做工更好。', 'zh').sort(), ['奇瑞', '长城'].sort());
  assert.deepEqual(namedIn(known, '登长城最好早上八点前到。', 'zh'), []);
});

test('a naming says how it stands in the text', () => {
  for (const [name, text, namedAs, rule] of [
    ['Velora', 'The VELORA app.', 'VELORA', 'AS_ENTERED'],
    ['Vélora', 'The Velora app.', 'Velora', 'AS_ENTERED'],
    ['NovaTech', 'The Nova Tech app.', 'Nova Tech', 'SPELLING'],
    ['Coredale', 'Core-Dale mats.', 'Core-Dale', 'SPELLING'],
    ['Velora', 'Two Veloras.', 'Veloras', 'PLURAL'],
    ['Bjørno', 'The Bjorno app.', 'Bjorno', 'LETTERS'],
    ['Müllhaus', 'Die Muellhaus App.', 'Muellhaus', 'LETTERS'],
    ['벨로라', '벨로라는 좋습니다.', '벨로라는', 'AFFIX'],
    ['فيلورا', 'وفيلورا هي', 'وفيلورا', 'AFFIX'],
    ['Велора', 'Купить Велору.', 'Велору', 'AFFIX'],
  ] as const) {
    const [own] = extract(compileLexicon([brand(subject(name))]), {
      brandId: name,
      answer: text,
      citations: [],
    }).observations;
    assert.deepEqual([own!.namedAs, own!.namingRule], [namedAs, rule], text);
  }
});

test('an answer that a change of names concerns may hold one of them, in any language and sense', () => {
  for (const cases of Object.values(CASES)) {
    for (const line of cases.trim().split('\n')) {
      const [named, name, text] = line.split('|') as [string, string, string];
      if (named !== '+') continue;
      const { names } = nameChanges([], [brand(subject(name))]);
      const only = compileLexicon([
        brand(subject(names[0]!, { aliases: names.slice(1), caseSensitive: [] })),
      ]);
      assert.ok(namesAny(only, clean(text).text), line);
    }
  }
});

test('phrases to ignore and names counted inside others change what answers say', () => {
  const before = [brand(subject('Velora', { aliases: ['Vel'] }))];
  for (const change of [{ ignoredPhrases: ['Velora Street'] }, { countInsideLongerNames: true }]) {
    const after = [brand(subject('Velora', { aliases: ['Vel'], ...change }))];
    assert.deepEqual(nameChanges(before, after).names, ['Velora', 'Vel']);
    assert.deepEqual(nameChanges(after, after).names, []);
  }
});

test('a name has a bounded number of spellings', () => {
  for (const name of ['A-b C-d E-f G-h I-j', "O'Dallan & Sons Plus", 'X1 Y2 Z3 W4', '& - + '.repeat(50)])
    assert.ok(deriveVariants(name).length <= 24, name);
});
