/**
 * Evidence for the brand when a name is also an ordinary word, by language: nouns for kinds of brands (beside it),
 * phrases about makers and sellers (anywhere in its sentence), and words of trade, which are weak evidence alone.
 */

export interface BrandWords {
  /** Directly before or after the name. */
  before: RegExp;
  after: RegExp;
  /** In the rest of its sentence; in the whole sentence if the language puts verbs first. */
  says: RegExp;
  trade: RegExp;
}

interface Words {
  beside: string;
  says: string;
  trade: string;
}

const START = '(?<![\\p{L}\\p{M}])';
const QUOTES = '["«»“”„‚‘’\'「」『』]?';

/** For languages with letter case. A stem matches every word that begins with it. */
const CASED: Record<string, Words> = {
  tr: {
    beside:
      'firma|şirket|marka|uygulama|mağaza|banka|market|telefon|model|araba|ürün|müşteri|kullanıcı|kredi kart|sigorta|holding|grubu|kart|site|online|jean|temsilci|kurye|şube|abone|paket|hizmet|kampanya|(?:kot )?pantolon|bisküvi|çikolata|süt\\b|süt ür|yoğurt|beyaz eşya|buzdolab|mobilya|dondurma|giyim',
    says: 'sun(?:uyor|ar|du|makta)|satıyor|satar|sattı|üretiyor|üretir|üretti|piyasaya|duyur|açıkla(?:dı|yan)|tanıttı|teslim e|kurye|yatırım|halka arz|satın al(?:dı|ın)|şirket|firma|marka(?:sı|dır| )|mağaza|ciro|bayi|indirim|kampanya|üyeli|sipariş|işbirliği|düşür(?:dü|üyor)|artır(?:dı|ıyor)|açtı|kuru(?:ldu|lan)|zincir|getiriyor|ulaştır|gönderiyor|işletiyor|perakende',
    trade:
      'fiyat|ürün|müşteri|uygulama|model|satış|garanti|kargo|teslimat|ücretsiz|abonelik|hizmet|kullanıcı|online|internet',
  },
  fi: {
    beside:
      'yhtiö|yritys|merkki|brändi|sovellu|kauppa|pankki|puhelin|malli|auto|tuote|asiakas|palvelu|oyj|oy\\b|konserni|ketju|myymälä|hissi|liittymä|vakuutu',
    says: 'tarjoaa|myy\\b|myi\\b|valmista|julkais|julkist|lanseera|toimitta|ilmoitti|kertoi|omistaa|perustettiin|osti\\b|liikevaihto|\\p{L}*yhtiö|yritys|brändi|\\p{L}*ketju|\\p{L}*valmistaja|työllistä|osake|investoi|laajen|avasi|avaa|alensi|nosti|korotti|kuljettaa|hissejä|liittym|investoi',
    trade:
      'hinta|tuote|tuottei|asiaka|sovellu|malli|myynti|takuu|toimitus|ilmainen|tilau|palvelu|euro|verkkokau',
  },
  et: {
    beside:
      'ettevõt|firma|bränd|kauplus|pood|poe|pank|panga|äpp|rakendus|telefon|toode|toote|tootja|klien|teenus|kett|keti|pakett|apteek|kohvik|as\\b|oü\\b',
    says: 'pakub|müü[bs]|tooda|tõi turule|avas|avab|kuuluta|teatas|ettevõt|firma|bränd|kaupluseket|tootja|tootva|käive|soodusta|kampaania|ostis|omab|langetas|tõstis|tarni',
    trade: 'hin[dn]|toode|toote|klien|rakendus|müük|garantii|tarne|tasuta|teenus|eurot|internet|kauplus',
  },
  hu: {
    beside:
      'cég|vállalat|márka|áruház|bolt|bank\\b|webáruház|alkalmazás|telefon|modell|termék|ügyfél|szolgáltató|lánc|csoport|tarifa|csomag|előfizet|patika|biztosító|zrt|kft|nyrt',
    says: 'kínál|árul|árusít|gyárt|forgalmaz|piacra dob|bejelentett|szállít|cég|vállalat|márka|gyártó|üzletlánc|hálózat|megnyitott|nyitott|akció|kedvezmény|árbevétel|felvásárolt|emelte|csökkentette|ad el\\b',
    trade:
      'ár[au]|árak|termék|ügyfél|vásárl|alkalmazás|modell|garancia|szállítás|ingyen|előfizet|szolgáltat|forint|\\bft\\b|internet',
  },
  ro: {
    beside:
      'compani|firm|marc|brand|magazin|banca|banc|aplicați|telefon|model|mașin|produs|client|serviciu|servicii|operator|rețea|lanț|grup|abonament|farmaci|librări|asigur|srl|s\\.a',
    says: 'oferă|oferi|vinde|vând|vândut|produce|fabric|lansea|lansat|anunț|livrea|compani|firma|brand|producător|operator|retailer|lanț|cifra de afaceri|a deschis|deschide|reduceri|promoți|a redus|a cumpărat|achiziționat|are mai mult|lansare',
    trade:
      'preț|produs|client|aplicați|model|vânzăr|garanți|livrare|gratuit|abonament|servicii|lei\\b|internet|magazin|comenz|comand',
  },
  el: {
    beside:
      'εταιρ|μάρκα|κατάστημα|καταστήματ|τράπεζα|εφαρμογ|τηλέφων|μοντέλ|προϊόν|πελάτ|υπηρεσ|πάροχ|αλυσίδ|όμιλ|πρόγραμμα|συνδρομ|φαρμακεί|βιβλιοπωλεί|ασφάλ|α\\.ε',
    says: 'προσφέρει|πουλ(?:άει|ά)|διαθέτει|παράγει|κατασκευάζει|λάνσαρε|ανακοίνωσε|παραδίδει|εταιρεία|εταιρία|μάρκα|αλυσίδα|κατασκευάστρια|τζίρος|άνοιξε|προσφορές|εκπτώσεις|μείωσε|αύξησε|εξαγόρασε|χρεώνει',
    trade:
      'τιμ[έήώ]|προϊόν|πελάτ|εφαρμογ|μοντέλ|πωλήσ|εγγύηση|παράδοση|δωρεάν|συνδρομ|υπηρεσ|ευρώ|κατάστημα|καταστήματ',
  },
  pl: {
    beside:
      'firm|mark[aię]|aplikacj|sklep|bank\\b|banku|sieć|sieci|telefon|model|samochód|produkt|klien|usług|spółk|koncern|taryf|abonament|group|market|kart|tygodnik|dziennik|piwo',
    says: 'piw[oa]\\b|browar|oferuje|oferował|sprzedaje|produkuje|wprowadz|ogłosił|wypuści|uruchomi|dostarcza|firm|spółk|mark[aiąęo]|sieć sklep|sieć handlow|otworzył|otwiera|zatrudni|przejęł|sklep|promocj|zapowiedzi|obniży|podnios|podwyżs|prowadzi|zarządza|kupi[łl]|inwestuje|dowozi',
    trade:
      'cen[ayęo]|produkt|klien|aplikacj|model|sprzeda|gwarancj|dostaw|darmow|subskrypc|usług|zł\\b|internet',
  },
  cs: {
    beside:
      'firm|značk|aplikac|obchod|bank|telefon|model|vůz|auto|produkt|zákazní|služ|společnost|koncern|automobil|skupin|tarif|octavi|superb|deník|časopis|piv[oa]|fabia|enyaq|kodiaq|karoq|kamiq',
    says: 'piv[oa]\\b|pivovar|nabízí|nabíd(?:l|ne)|prodává|prodala?\\b|vyrábí|uvedl|představil|oznámil|spustil|dodává|firm|společnost|značk|výrobce|automobilka|prodejn|otevřel|zaměstnává|koupil|vozy|vozů|e-shop|provozuje|doručuj|zdražil|zlevnil|rozváží|investuje|vydal|rozšiřuje',
    trade: 'cen[ayuě]|produkt|zákazní|aplikac|model|prodej|záruk|doprav|zdarma|předplat|služ|kč\\b|internet',
  },
  de: {
    beside:
      'firma|unternehmen|marke|hersteller|app\\b|shop|händler|versandhändler|bank\\b|versicherung|anbieter|konzern|modell|produkt|kund|gruppe|gmbh|ag\\b|rasierer|gerät|series|verlag|magazin|zeitung|online|stiftung|group|versand|katalog|discounter|kette|filiale|abo\\b',
    says: 'bietet|biete[nt]\\b|verkauf|stellt .{0,60}\\b(?:her|vor)\\b|produziert|liefert|kündigt|bringt .{0,60}\\bauf den markt|veröffentlich|angekündigt|vorgestellt|berichtet|unternehmen|hersteller|marke\\b|firma|konzern|(?:hat|hatte|will|plant|senkt|erhöht|überarbeitet) .{0,12}(?:sein|ihr)e?[nrms]?\\b|umsatz|vertreibt|verspricht|übernommen|mitarbeiter|filial|onlineshop|online-shop|(?:senkt|erhöht) .{0,12}(?:preis|porto|gebühr)|discounter|supermarkt|bier\\b|\\p{L}*anbieter|\\p{L}*händler|\\p{L}*kette\\b|versandkosten|tarif',
    trade:
      'preis|produkt|kund|\\bapps?\\b|modell|verkauf|garantie|lieferung|kostenlos|\\babo|service|€|euro|geräte?\\b|rasierer|test\\b|bestell|kaufen|gekauft',
  },
  es: {
    beside:
      'empresa|marca|app\\b|aplicaci|tienda|banco|teléfono|móvil|modelo|coche|producto|cliente|servicio|operadora|compañía|grupo|cerveza|cervecera|supermercado|aerolínea|tarifa|extra\\b|light\\b|\\.com',
    says: 'ofrec|vend(?:e|en|ió|ía)\\b|lanz(?:a|ó|ará)|anunci|fabrica\\b|fabric[óa]|produce\\b|distribuye|entrega\\b|empresa|compañía|marca\\b|fabricante|operadora|cerveza|cervecera|factur|cotiza|adquiri|permite\\b|sus client|supermercado|cobra\\b|baj[aó] |sub[eió] |reduj|gestiona|abri[óe]|invierte|contrat',
    trade:
      'precio|producto|cliente|aplicación|modelo|venta|garantía|envío|gratis|suscripción|servicio|€|usuarios|tienda|plan\\b',
  },
  it: {
    beside:
      'azienda|marca|marchio|app\\b|applicazion|negozio|banca|telefono|modello|auto\\b|prodott|client|servizi|operatore|compagnia|gruppo|supermercat|assicurazion|catena|spa\\b|s\\.p\\.a',
    says: 'offre|vende\\b|vend(?:ono|uto)|lanci(?:a|ato)|annunci|produce\\b|fabbrica\\b|distribuisce|consegna\\b|azienda|marchio|produttore|operatore|compagnia|fattur|quotata|acquisi|permette|supermercat|ha presentato|presenta\\b|ha aperto|ha ridotto|consente|gestisce|investe|polizz',
    trade:
      'prezz|prodott|client|applicazione|modell|vendit|garanzia|spedizion|gratis|gratuit|abbonament|servizi|€|utenti|negozi',
  },
  pt: {
    beside:
      'empresa|marca|app\\b|aplicativo|aplicação|loja|banco|telefone|celular|telemóvel|modelo|carro|produto|cliente|serviço|operadora|companhia|grupo|supermercado|fibra|plano|fabricante|seguradora|s\\.a',
    says: 'oferec|vende\\b|vend(?:em|eu)|lanç(?:a|ou)|anunci|fabrica\\b|produz|distribui|entrega\\b|empresa|companhia|marca\\b|fabricante|operadora|factur|fatur|adquiri|permite\\b|seus client|supermercado|fibra|cobertura 5g|4g|5g',
    trade:
      'preço|produto|cliente|aplicativo|modelo|venda|garantia|envio|frete|grátis|assinatura|serviço|€|r\\$|usuários|loja|plano',
  },
  fr: {
    beside:
      'entreprise|marque|app\\b|appli|application|boutique|magasin|banque|téléphone|modèle|voiture|produit|client|service|opérateur|enseigne|groupe|supermarché|forfait|mobile\\b|box\\b|fournisseur|bank\\b|fibre',
    says: 'propose|vend\\b|vendent|vendu|lance\\b|lanc[ée]|annonc|fabrique\\b|produit des|distribue|livre\\b|entreprise|marque\\b|société|fabricant|opérateur|enseigne|chiffre d|acqui|permet\\b|ses client|offre (?:un|une|des|la|le|à)|commercialise|forfait|fibre|abonn|a ouvert|baisse|augmente|rembourse|expédie|recrute|investit',
    trade:
      'prix|produit|client|application|modèle|vente|garantie|livraison|gratuit|abonnement|service|€|utilisateur|magasin|forfait',
  },
  nl: {
    beside:
      'bedrijf|merk|app\\b|winkel|bank\\b|telefoon|model|auto\\b|product|klant|dienst|aanbieder|keten|groep|supermarkt|verzekera|provider|abonnement|krant',
    says: 'biedt|bieden|verkoopt|verkocht|lanceert|lanceerde|kondigt|maakt .{0,40}(?:producten|apparaten)|produceert|levert|bedrijf|merk\\b|fabrikant|aanbieder|keten|omzet|overgenomen|bezorgt|bezorging|webshop|filial|supermarkt|abonnement',
    trade:
      'prijs|prijzen|product|klant|model|verkoop|garantie|levering|gratis|abonnement|dienst|€|euro|gebruikers|winkel|bestel',
  },
  sv: {
    beside:
      'företag|märke|varumärke|app\\b|appen|butik|bank\\b|banken|telefon|modell|bil\\b|produkt|kund|tjänst|operatör|kedja|koncern|försäkring|abonnemang|ab\\b|grupp',
    says: 'erbjuder|erbjöd|säljer|sålde|lanserar|lanserade|tillverkar|producerar|levererar|meddela|företag|bolag|varumärke|tillverkare|operatör|kedja|omsätt|köpte upp|öppnade|butiker|abonnemang|släppt',
    trade:
      'pris|produkt|kund|appen|modell|försälj|garanti|leverans|gratis|abonnemang|tjänst|kronor|kr\\b|användare|butik',
  },
  ru: {
    beside:
      'фирм|газет|журнал|пив[оа]|авиакомпани|компани|бренд|марк[аиу]|приложени|магазин|банк|телефон|модель|автомобил|продукт|клиент|сервис|оператор|сеть|сети|групп|маркетплейс|карт[аыу]|тариф|супермаркет|гипермаркет',
    says: 'предлага|прода[её]т|продал|выпус(?:к|т)|запуст|анонсир|объявил|производит|доставля|компани|бренд|производител|оператор|сеть магазин|ритейлер|маркетплейс|выручк|акци[ий]|купил|открыл|приобр|представил|скидк|кешб|кэшб|снизил|повысил|управля|поставля|развива|работает в',
    trade:
      'цен[аыу]|товар|продукт|клиент|приложени|модел|продаж|гаранти|доставк|бесплатн|подписк|сервис|рубл|₽|пользовател|магазин|оплат',
  },
  uk: {
    beside:
      'фірм|газет|журнал|пив[оа]|авіакомпані|компані|бренд|марк[аиу]|застосун|додат|магазин|банк|телефон|модел|автомобіл|продукт|клієнт|сервіс|оператор|мереж|груп|маркетплейс|карт[аиу]|тариф|супермаркет',
    says: 'пропону|продає|продал|випус(?:к|т)|запуст|анонсу|оголосил|виробля|доставля|компані|бренд|виробник|оператор|мереж[аіу] магазин|ритейлер|маркетплейс|виручк|купил|відкрил|придбал|представил|знижк|кешб|повідомил|знизил|підвищил|розвива|постача',
    trade:
      'цін[аиу]|товар|продукт|клієнт|застосун|модел|продаж|гаранті|доставк|безкоштовн|підписк|сервіс|гривень|грн|користувач|магазин|оплат',
  },
};

/** For other languages, as regular expressions. */
const OTHER: Record<string, { before: string; after: string; says: string; trade: string }> = {
  ko: {
    before:
      '(?:회사|기업|브랜드|업체|은행|앱|플랫폼|서비스|쇼핑몰|포털|사이트|자동차|통신사|제조사|주식회사|㈜|스타트업|그룹|메신저|완성차|마켓|대기업|가전)(?:인|의)?\\s*',
    after:
      '\\s?(?:앱|어플|브랜드|회사|은행|카드|증권|보험|생명|화재|페이|뮤직|웹툰|메신저|자동차|전자|중공업|건설|그룹|서비스|플랫폼|계정|메일|뉴스|포털|제품|스토어|매장|제과|유업|카메라|화장품|샴푸|세제|운동화|가전|정수기|매트리스|타이어|제약|패션|의류|식품|치킨|맥주|본사|주가|멤버십|구독|요금제|스마트폰|노트북|냉장고|세탁기|택시|뱅크|톡|마켓|쇼핑|홈쇼핑|백화점|면세점|마트|항공|호텔|리조트|텔레콤|통신|이용권|차량|신차|차트|스트리밍|금융|투자|캐피탈|코리아|쏘렌토|카니발|스포티지|셀토스|모닝|아이오닉|쏘나타|그랜저|아반떼|투싼|싼타페|코나|팰리세이드|차(?=[ 는의가를와])|사(?=[ 는의가를와])|의 (?:\\S+ )?(?:전기차|신차|신형|자동차|스마트폰|앱|요금제|제품|서비스|주가|매출|차량|SUV))',
    says: '출시|발표했|공개했|선보[이였]|판매량|판매하|런칭|론칭|인수|매출|실적|스트리밍|로그인|점유율|리콜|서비스 ?센터|브랜드|제조사|제조업체|업체|전기차|자동차|요금제|상장|주가|본사|앱을|앱은|앱에서|멤버십|음원|이용권|영업이익|신제품',
    trade:
      '가격|제품|모델|고객|구매|주문|배송|할인|무료|결제|구독|서비스|판매|이용자|사용자|예약|음악|검색|중고|거래|보증|송금|계좌|하이브리드|차량|연비|충전|메신저|스트리밍|가입|출시|앱|브랜드|원대|만 ?원|제공',
  },
  ja: {
    before:
      '(?:会社|企業|ブランド|メーカー|大手|アプリ|銀行|サービス|通販|百貨店|株式会社|ビール|スーパー|雑貨店|コンビニ)(?:の|なら|は|といえば)?',
    after:
      '(?:社|製|ブランド|ビール|ホールディングス|グループ|株式会社|公式|ストア|ショップ|カード|アプリ|自動車|電機|銀行|証券|生命|ホーム|モバイル|ペイ|の(?:製品|商品|スマホ|スマートフォン|掃除機|アプリ|サービス|店舗|株|ビール|公式|新製品|新商品|洗剤|歯磨き|炊飯器|水筒|飲料|車|カメラ|サイト|通販|魔法瓶|家電|万年筆|チョコ|収納|文房具|牛乳|ヨーグルト|カップ麺|お菓子|化粧品|シャンプー|シューズ|スニーカー|テレビ|冷蔵庫|エアコン|ノート|腕時計|楽器|ピアノ|バイク|タイヤ|工具|高級車|自動車|生茶|午後の紅茶))|や他社|以外のメーカー|で(?:買|購入)',
    says: '発売|発表し|販売|製造する|製造して|製造し|提供し|展開し|運営し|リリース|メーカー|ブランド|企業|会社|上場|売上|株価|市場シェア|決算|本社|値上げ|通販|新商品|新製品|キャンペーン|出店|買収',
    trade:
      '価格|商品|製品|モデル|サービス|購入|注文|配送|割引|無料|店舗|アプリ|円(?:[で、。]|から)|性能|保証|人気|ユーザー|会員|定番|ビール|家電|スマホ|おすすめ',
  },
  zh: {
    before: '(?:品牌(?:中|里)?[，、]?|公司|企业|厂商|车企|旗下(?:的)?|平台|商家|门店|厂家|新势力)',
    after:
      ' ?(?:手机|公司|电脑|品牌|集团|官网|官方|发布|推出|宣布|笔记本|耳机|手表|平板|汽车|电视|商店|股票|旗舰|专卖|用户|客服|科技|银行|App|APP|商城|电器|地产|证券|保险|航空|快递|音乐|视频|输入法|牛奶|乳业|啤酒|食品|服饰|空调|冰箱|洗衣机|牌|洗衣液|洗发水|牙膏|纸巾|奶粉|运动鞋|羽绒服|自行车|电动车|找房|租房|直播|打车|出行|物流|理财|轮胎|家具|床垫|文具|钢笔|药业|制药|火腿肠|拯救者|超市|外卖|支付|上(?:预订|购买|下单|搜索|买|订|可以)|车主|车型|新车|SUV|门店|的(?:用户|手机|笔记本|电脑|汽车|车型|SUV|电视|产品|空调|冰箱|耳机|售后|门店|新车|旗舰|系统|股价|销量|客服|官网|App|扫地机|新款|纯电|增程))',
    says: '发布了|推出|宣布|财报|销量|股价|市值|创始人|CEO|总部|门店|旗舰店|售后|起售价|新款|车型|新车|召回|品牌|制造商|车企|厂商|交付了|营收|上市公司',
    trade:
      '价格|产品|型号|客户|购买|下单|配送|优惠|免费|服务|用户|续航|性价比|万元|元|配置|手机|电脑|汽车|家电|质量|保修',
  },
  ar: {
    before:
      '(?<!\\p{L})[وفبلك]{0,2}(?:شركة|شركات|منصة|تطبيق|متجر|متاجر|بنك|مصرف|موقع|علامة|مجموعة|خدمات|هاتف|سيارة|مطاعم|مطعم|سلسلة|عملاق|التطبيق|المنصة|صحيفة|قناة|بطاقة|بطاقات|أعلنت|أطلقت|تقدم|توفر|تتيح|طرحت|كشفت|وقعت)(?: (?:ال)?\\p{L}+ية)?\\s+',
    after:
      '\\s+(?:(?:هي |هو )?(?:منصة|شركة|تطبيق|متجر|موقع|بنك)(?= )|للتجارة|للتأمين|للاتصالات|للتسوق|للتوصيل|القابضة|فود|مول|كاش|باي|بلس|اكسبريس|إكسبريس|تقدم|توفر|تتيح|أطلقت|أعلنت|تبيع|طرحت)',
    says: 'أطلقت|أعلنت|طرحت|كشفت|استحوذت|تمتلك|مقرها|علامة تجارية|شركة (?:سعودية|إماراتية|كويتية|مصرية|رائدة|ناشئة)|منافس|اشتراك|عبر الإنترنت|عمولة|كود خصم|كوبون|قسيمة',
    trade: 'سعر|أسعار|العملاء|منتجات|تطبيق|شحن|توصيل|ضمان|مجان|خصم|شراء|اشتري|تسوق|ريال|درهم|دفع|متجر',
  },
  he: {
    before:
      '(?<!\\p{L})[והבלמשכ]{0,3}(?:חברת|רשת|בנק|קבוצת|ענקית|יצרנית|אפליקציית|מותג|אתר|סוכנות|קופת|ביטוח|שירותי|בית השקעות|סניף|סניפי|לקוחות|מניית|מוצרי|כרטיס|שירות)\\s+(?:ה\\p{L}+\\s+){0,2}',
    after:
      '\\s+(?:ביטוח|פנסיה|אחזקות|מציעה|השיקה|משיקה|הודיעה|מוכרת|משווקת|דיווחה|פרסמה|רכשה|תקשורת|בע["״]מ|פיננסים|גמל|קארד|מובייל)',
    says: 'מציעה|השיקה|משיקה|הודיעה|מוכרת|משווקת|דיווחה|רכשה|החברה|חברת|המותג|האפליקציה|העבירו? ב|פוליס|מבטחת|ביטוח|לקוחותיה|המבטחים|הרבעון|מניי?ת|סניפי',
    trade: 'מחיר|מוצר|לקוח|אפליקצי|משלוח|הנחה|חינם|שירות|מנוי|אחריות|רכיש|לקנות|ש["״]ח|תשלום|לשלם|העבר',
  },
};

const compiled = new Map<string, BrandWords>();

/** The words of a language without a table: none. */
const NEVER = /(?!)/;
const NEVER_ALL = /(?!)/g;
const NO_WORDS: BrandWords = { before: NEVER, after: NEVER, says: NEVER, trade: NEVER_ALL };

export function brandWords(language: string): BrandWords {
  let words = compiled.get(language);
  if (words === undefined) {
    words = makeWords(language);
    compiled.set(language, words);
  }
  return words;
}

function makeWords(language: string): BrandWords {
  const cased = CASED[language];
  if (cased !== undefined)
    return {
      // German compounds attach the noun: "Versandhändler Otto".
      before: new RegExp(`${language === 'de' ? '' : START}(?:${cased.beside})\\p{L}{0,4} ${QUOTES}$`, 'iu'),
      after: new RegExp(`^${QUOTES}[ -](?:${cased.beside})`, 'iu'),
      says: new RegExp(`${START}(?:${cased.says})`, 'iu'),
      trade: new RegExp(`${START}(?:${cased.trade})`, 'giu'),
    };
  const other = OTHER[language];
  if (other === undefined) return NO_WORDS;
  const { before, after, says, trade } = other;
  return {
    before: new RegExp(`${before}${QUOTES}$`, 'u'),
    after: new RegExp(`^${QUOTES}(?:${after})`, 'u'),
    says: new RegExp(says, 'u'),
    trade: new RegExp(trade, 'gu'),
  };
}
