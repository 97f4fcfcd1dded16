/** Ordinary words of many languages that brands are called by: named only where something speaks for the brand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { nameChanges } from '../../src/extraction/names/changes.ts';
import { brandOf, compileLexicon } from '../../src/extraction/names/lexicon.ts';
import { findNamings, namesAny } from '../../src/extraction/names/namings.ts';
import type { KnownSubject } from '../../src/extraction/types.ts';

const subject = (name: string, aliases: string[] = []): KnownSubject => ({
  id: name,
  name,
  websites: [],
  aliases,
  caseSensitive: caseSensitiveByDefault([name, ...aliases]),
});

function namedIn([first, ...others]: [KnownSubject, ...KnownSubject[]], text: string): string[] {
  const lexicon = compileLexicon([{ ...first, competitors: others }]);
  const { observations } = extract(lexicon, { brandId: first.id, answer: text, citations: [] });
  return observations.filter(({ named }) => named).map(({ subjectId }) => subjectId);
}

/** By language: "+" where the text names the name, "-" where it is the word, or somebody's name. */
const CASES: Record<string, string> = {
  ar: `
+|نون|يمكنك الشراء من متجر نون بأسعار مخفضة.
+|نون|أعلنت نون عن تخفيضات كبيرة.
+|جاهز|تطبيق جاهز يوصل الطعام بسرعة.
+|زين|تقدم شركة زين باقات إنترنت جيدة.
+|طلبات|اطلب العشاء عبر تطبيق طلبات.
+|كريم|تتيح كريم حجز السيارات من خلال التطبيق.
-|نون|حرف نون من الحروف الشمسية.
-|جاهز|الطعام جاهز الآن.
-|نور|نور الشمس مفيد للنباتات.
-|سوق|ذهبت إلى السوق صباحا.
-|زين|زين الغرفة بالورود.
-|أمان|القيادة بأمان أهم من السرعة.`,
  cs: `
+|Škoda|Škoda představila nový elektromobil.
+|Seznam|Seznam provozuje vlastní vyhledávač.
+|Blesk|Deník Blesk napsal o skandálu.
+|Kozel|Pivo Kozel se vaří ve Velkých Popovicích.
+|Košík|Košík nabízí dovoz potravin zdarma.
-|Škoda|Škoda na majetku přesáhla milion korun.
-|Košík|Košík s houbami stál na stole.
-|Mír|Mír je důležitější než válka.`,
  de: `
-|Netto|Netto verbleiben ihr etwa 1.800 Euro.
+|Netto|Netto senkt die Preise für Kaffee.
+|Braun|Der Rasierer von Braun ist leise.
+|Braun|Die Braun Series 9 rasiert gründlich.
+|Otto|Otto liefert Möbel meist kostenlos.
+|Otto|Bei Otto können Sie auf Rechnung bestellen.
+|Stern|Laut dem Magazin Stern ist das Urteil umstritten.
+|Puma|Puma verkauft Laufschuhe.
-|Braun|Ein warmes Braun passt zu Beige.
-|Braun|Werner Braun leitet die Abteilung.
-|Braun|Braun und Grün harmonieren gut.
-|Otto|Otto Dix malte viele Porträts.
-|Otto|Otto Müller ist Arzt in Köln.
-|Stern|Der hellste Stern am Himmel ist Sirius.`,
  en: `
+|Vivo|Vivo oferece planos com internet ilimitada.
+|Bever|Bij Bever vind je goede wandelschoenen.
+|Telia|Telia erbjuder fiber.
+|Anker|Anker verkauft Powerbanks.
+|Natura|A Natura vende cosméticos no Brasil.
+|Coolblue|Coolblue levert morgen.
-|Deniz|Novelist Deniz Kaya said so.
-|Otto|Otto von Bismarck became chancellor in 1871.
-|Amazon|The Amazon basin loses forest every year.
-|Orange|Orange County has many beaches.
-|Jan|Jan Kowalski pracuje w banku.`,
  es: `
+|Corona|Corona es una cerveza mexicana muy popular.
+|Corona|Pedí una Corona bien fría.
+|Claro|Claro ofrece planes de datos en Colombia.
+|Mango|Mango lanzó una colección de otoño.
+|Modelo|Grupo Modelo exporta cerveza.
+|Día|Los supermercados Día cerraron tiendas.
-|Claro|Claro, puedes usar cualquier modelo.
-|Mango|Mango maduro y yogur para el desayuno.
-|Estrella|Estrella fugaz es el nombre de un meteoro.
-|Lucía|Lucía Gómez ganó el premio.
-|Sol|Sol y playa son lo mejor del verano.
-|Victoria|Victoria Beckham asistió al desfile.`,
  fi: `
+|Kone|Kone valmistaa hissejä ja liukuportaita.
+|Kone|Hissejä valmistavat esimerkiksi Kone ja Otis.
+|Elisa|Elisa tarjoaa nopeat liittymät.
+|Neste|Neste julkaisi osavuosikatsauksen.
+|Posti|Posti toimittaa paketit viikossa.
+|Posti|Paketin voi lähettää Postin kautta.
-|Elisa|Elisa Virtanen voitti kilpailun.
-|Neste|Neste haihtuu nopeasti lämpimässä.
-|Posti|Posti kulkee hitaasti joulun aikaan.
-|Metso|Metso on suuri kanalintu.
-|Tieto|Tieto lisää tuskaa.
-|Karhu|Karhu nukkuu talviunta.`,
  fr: `
+|Free|Chez Free, le forfait coûte 19,99 €.
+|Action|Chez Action, tout est bon marché.
+|Casino|Les magasins Casino ferment.
+|Carrefour|Carrefour baisse ses prix.
-|Orange|Orange est une couleur chaude.
-|Lion|Lion et tigre sont des félins.
-|But|But marqué à la dernière minute.
-|Action|Action rapide recommandée.
-|Carrefour|Carrefour dangereux : ralentissez.
-|Mouette|Mouette rieuse et goéland.`,
  he: `
-|דלק|מחיר הדלק עלה החודש.
+|דלק|חברת דלק הודיעה על דיבידנד.
-|פז|פז לוי סיפרה על הטיול.
+|משה|משה נפתחה בתל אביב.
+|מגדל|מגדל מציעה ביטוח רכב במחיר נוח.
+|כלל|כלל ביטוח הודיעה על רווח שיא.
+|ביט|אפשר לשלם דרך אפליקציית ביט.
+|עלית|חברת עלית מייצרת שוקולד.
+|פרטנר|חברת פרטנר השיקה חבילת סלולר חדשה.
+|הוט|חברת הוט מספקת אינטרנט וטלוויזיה.
-|מגדל|בנינו מגדל מקוביות.
-|כלל|זה לא נכון בכלל.
-|תמר|תמר הוא פרי מתוק.
-|דקלה|היא נטעה דקלה בחצר.
-|פרטנר|הוא מחפש פרטנר לטניס.
-|אור|אור השמש נכנס דרך החלון.`,
  it: `
+|Tigre|Tigre è una catena di supermercati italiana.
+|Generali|Generali offre polizze auto a prezzi buoni.
+|Vespa|La Vespa è lo scooter più famoso.
-|Esse|Esse sono le migliori.
-|Stampa|Stampa il documento in bianco e nero.`,
  ja: `
+|キリン|業界首位はキリンで、二位は別の会社です。
-|ロフト|部屋のロフトで寝ています。
+|ロフト|駅前のロフトは店舗が広い。
+|キリン|キリンは国内大手のビールメーカーです。
+|キリン|ビールならキリンかアサヒが定番です。
+|ライオン|ライオンの歯磨き粉は種類が豊富です。
+|象印|象印の炊飯器は保温性能が高いです。
+|タイガー|タイガーの水筒は軽くて人気です。
+|楽天|楽天で買うとポイントが貯まります。
-|キリン|キリンの首はとても長いです。
-|ライオン|サバンナではライオンが群れで狩りをします。
-|タイガー|ゴルフのタイガー・ウッズ選手が優勝しました。
-|明治|明治時代に建てられた洋館が残っています。
-|桜|春になると桜が咲きます。
-|富士山|富士山に登るなら夏がおすすめです。`,
  ko: `
-|직방|두통에는 직방입니다.
+|직방|직방에서 원룸을 찾았습니다.
+|기아|국내 업계에서는 기아가 앞서 있습니다.
+|기아|기아는 올해 새로운 전기 SUV를 출시할 예정입니다.
+|기아|현대와 기아의 하이브리드 차량은 연비가 좋습니다.
+|기아|가성비를 원한다면 기아 EV6를 추천합니다.
+|기아|저는 기아 쏘렌토를 5년째 타고 있습니다.
+|당근|당근에서 중고 거래를 할 때는 직거래를 추천합니다.
+|배달의민족|배달의민족은 배달 앱입니다.
-|기아|아프리카의 기아와 빈곤은 여전히 심각합니다.
-|당근|당근을 얇게 썰어 볶아 주세요.
-|멜론|잘 익은 멜론은 향이 진합니다.
-|라인|생산 라인을 점검해야 합니다.
-|우리|우리는 매일 물을 마셔야 합니다.
-|하나|이 중 하나를 선택하세요.`,
  nl: `
+|Jumbo|Jumbo verkoopt ook biologische groente.
+|Bol|Bij Bol kun je boeken bestellen.
-|Oranje|Oranje won met 3-0 van Duitsland.
-|Trouw|Trouw is belangrijk in een relatie.
-|Lotte|Lotte Jansen schreef het boek.`,
  pl: `
-|Allegro|Koniec gra się w szybkim allegro.
+|Allegro|Na Allegro jest taniej.
+|Żabka|Żabka otworzyła kolejny sklep w Krakowie.
+|Żabka|Kawę można kupić w sklepach Żabka.
+|Biedronka|W Biedronce ceny są niższe.
+|Biedronka|Biedronka obniżyła ceny masła.
+|Perła|Perła to polskie piwo.
+|Orange|Orange oferuje światłowód w Polsce.
-|Żabka|Żabka skoczyła do wody.
-|Biedronka|Biedronka ma siedem kropek.
-|Plus|Plus jest taki, że nie trzeba płacić.
-|Lot|Lot trwa dwie godziny.
-|Ruch|Ruch na świeżym powietrzu jest zdrowy.
-|Perła|Perła w muszli jest rzadkością.`,
  pt: `
+|Vivo|A Vivo tem a melhor cobertura 5G.
+|Oi|A Oi vendeu sua operação móvel.
-|Oi|Oi, tudo bem com você?
-|Nos|Nos últimos anos, o preço subiu.
-|Pão|Pão com manteiga é o pequeno-almoço típico.`,
  ru: `
-|Роса|Холодная роса лежала на траве.
+|Мир|Оплатить покупку можно картой Мир.
+|Магнит|Магнит открыл новый супермаркет в Казани.
+|Лента|В гипермаркетах сети Лента скидки до 30%.
+|Озон|Я заказал книгу на Озоне.
+|Точка|Точка предлагает расчётный счёт для бизнеса.
+|Самокат|Самокат доставляет продукты за 15 минут.
-|Мир|Мир меняется быстрее, чем мы думаем.
-|Магнит|Магнит притягивает железо.
-|Лента|Лента для упаковки лежит в ящике.
-|Озон|Озон защищает планету от ультрафиолета.
-|Точка|Точка ставится в конце предложения.
-|Вера|Вера Петрова написала статью.`,
  sv: `
+|Tre|Tre erbjuder obegränsad surf.
+|Trygg|Försäkringsbolaget Trygg sänker priset.
-|Max|Max hastighet är 50.
-|Saga|Saga Norén är en polis.`,
  tr: `
+|Getir|Getir, market siparişini on dakikada teslim ediyor.
+|Getir|Marketten alışveriş için Getir kullanabilirsiniz.
+|Getir|Getir uygulaması ücretsizdir.
+|Şok|Şok marketlerde bu hafta indirim var.
+|Şok|BİM ve Şok ucuz alternatiflerdir.
+|Vatan|Bilgisayarı Vatan'dan aldım.
-|Vatan|Vatan sevgisi çok önemlidir.
-|Yıldız|Yıldız kayması gece daha iyi görülür.
-|Deniz|Deniz bugün çok dalgalı.
-|Pınar|Pınar Aydın bu konuda bir kitap yazdı.
-|Mavi|Mavi gökyüzü altında yürüdük.
-|Garanti|Garanti süresi iki yıldır.`,
  uk: `
+|Розетка|Розетка пропонує безкоштовну доставку.
+|Аврора|Мережа магазинів Аврора відкрила нову точку.
+|Фокстрот|Фокстрот пропонує знижки на техніку.
+|Комфорт|Компанія Комфорт.
-|Розетка|Розетка має бути заземлена.
-|Мрія|Мрія кожної дитини - мати собаку.
-|Фокстрот|Фокстрот танцюють у парах.
-|Сонце|Сонце сходить о шостій.`,
  zh: `
+|小米|国内出货量第一的是小米。
+|小米|小米14的拍照效果不错。
+|理想|理想L9是一款家用SUV。
+|理想|理想汽车上个月交付了三万辆。
+|大众|大众汽车在中国的销量下降。
+|大众|德国品牌中，大众的性价比较高。
+|长城|长城汽车推出了新款皮卡。
-|大众|大众普遍认为吸烟有害健康。
-|联想|看到雪花，我联想到了童年。`,
};
for (const [language, cases] of Object.entries(CASES)) {
  test(`words and brands of ${language}`, () => {
    const wrong = cases
      .trim()
      .split('\n')
      .filter((line) => {
        const [sign, name, text] = line.split('|') as [string, string, string];
        return namedIn([subject(name)], text).length !== (sign === '+' ? 1 : 0);
      });
    assert.deepEqual(wrong, []);
  });
}

test('other names of an answer speak for the brand', () => {
  const melon = subject('멜론');
  assert.deepEqual(namedIn([melon], '저는 멜론을 고릅니다.'), []);
  assert.deepEqual(namedIn([melon, subject('벨로라')], '멜론과 벨로라 중에서 고르세요.'), ['멜론', '벨로라']);
  assert.deepEqual(namedIn([subject('멜론', ['Melon'])], 'Melon: 저는 멜론을 고릅니다.'), ['멜론']);
});

test('a word that is a brand elsewhere in the answer is one at the head of a sentence too', () => {
  const found = (text: string) => {
    const lexicon = compileLexicon([{ ...subject('Valo'), competitors: [] }]);
    return findNamings(lexicon, brandOf(lexicon, 'Valo'), text, { language: 'fi' }).length;
  };
  assert.equal(found('Valo on kaunis.'), 0);
  assert.equal(found('Yhtiö Valo myy lamppuja. Valo on kaunis.'), 2);
});

test('an answer that holds only the word may be concerned by a change of names', () => {
  const { names } = nameChanges([], [{ ...subject('Valo'), competitors: [] }]);
  const only = compileLexicon([{ ...subject(names[0]!, names.slice(1)), competitors: [] }]);
  assert.ok(namesAny(only, 'Sammuta valo.') && namesAny(only, 'Yhtiö Valo myy lamppuja.'));
});

test('a long text of nothing but such words is read in linear time', () => {
  const read = (times: number) => {
    const lexicon = compileLexicon([{ ...subject('멜론'), competitors: [subject('벨로라')] }]);
    const text = Array.from({ length: times }, (_, at) => `멜론 ${at} 벨로라`).join(' ');
    const from = process.cpuUsage().user;
    findNamings(lexicon, brandOf(lexicon, '멜론'), text, { language: 'ko' });
    return process.cpuUsage().user - from;
  };
  read(2000);
  const short = read(4000);
  assert.ok(read(16_000) < 12 * Math.max(short, 10_000));
});
