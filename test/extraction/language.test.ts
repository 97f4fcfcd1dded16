import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, sentenceLanguage } from '../../src/extraction/language/language.ts';

/** [language, texts]: what the language of an answer, or of a short one, is. */
const TEXTS: Record<string, string[]> = {
  en: [
    'Acme is the best choice for small teams.',
    'Best overall: Acme WH-1000',
    'Acme\nBoltwin\nCarrow\n1,299 $',
    'Not recommended',
    'Pros: great bass. Cons: pricey.',
    'Acme: avoid',
    'Café Crème by Nestra: a good choice',
    '',
  ],
  de: ['Acme ist die beste Wahl.', 'Für kleine Teams reicht Acme aus.', 'Die Akkulaufzeit von Acme ist gut.'],
  es: ['Acme es la mejor opción para viajar.', 'No recomiendo Acme para viajar.'],
  pt: ['O Acme é a melhor escolha para equipes.'],
  fr: ['Acme est le meilleur choix pour les petites équipes.'],
  it: ['Acme è la scelta migliore per viaggiare.'],
  nl: ['De batterij van Acme gaat lang mee.'],
  fi: ['Acmen kuulokkeet ovat parhaat matkalle.'],
  pl: ['Acme to najlepszy wybór dla małych zespołów.'],
  tr: ['Küçük ekipler için en iyi seçim Acme.'],
  ru: ['Acme — лучший выбор для небольших команд.'],
  ko: ['Acme는 좋은 선택입니다.', '아크메를 추천합니다'],
  ja: ['Acmeは小さなチームに最適です。', 'アクメがおすすめ'],
  zh: ['Acme 是小团队的最佳选择。', '推荐 Acme'],
  ar: ['أكمي هو الخيار الأفضل للفرق الصغيرة.'],
  he: ['Acme היא הבחירה הטובה ביותר.'],
  el: ['Το Acme είναι η καλύτερη επιλογή.'],
};

for (const [language, texts] of Object.entries(TEXTS)) {
  test(`the language of ${language} answers`, () => {
    for (const text of texts) assert.equal(languageOf(text), language, text);
  });
}

test('an answer is in the language of most of it, not of its title', () => {
  const body = 'Die Kopfhörer sind bequem und halten lange durch, deshalb sind sie für Reisen gut geeignet. ';
  assert.equal(languageOf(`The best headphones of this year\n${body.repeat(20)}`), 'de');
});

test('a sentence is in the language of its answer unless it is clearly in another', () => {
  assert.equal(sentenceLanguage('Acme WH-1000', 'ko'), 'ko');
  assert.equal(sentenceLanguage('Top: Acme', 'de'), 'de');
  assert.equal(sentenceLanguage('Acme ist die beste Wahl für kleine Teams', 'en'), 'de');
  assert.equal(sentenceLanguage('Acme is the best choice for small teams on a budget.', 'de'), 'en');
  assert.equal(sentenceLanguage('Acme는 좋은 선택입니다.', 'en'), 'ko');
});

test('any text has a language or none, in bounded time', () => {
  const begun = performance.now();
  for (const piece of ['\ud800', '\0', '한', 'a', 'A b ', 'é', '\n', '😀', 'the ', '\u200b', 'ア', 'ж'])
    for (const text of [piece, piece.repeat(100_000), `${piece.repeat(50)} ${'x'.repeat(100_000)}`]) {
      const language = languageOf(text);
      assert.ok(language === null || /^[a-z]{2}$/.test(language), `${language}`);
      sentenceLanguage(text, language);
    }
  assert.ok(performance.now() - begun < 2_000);
});
