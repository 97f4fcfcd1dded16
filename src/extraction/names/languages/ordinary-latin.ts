/**
 * Ordinary words of languages in Latin letters that brands are, or could well be, called by, and given names:
 * "Kone" is a machine in Finnish before it is a maker of lifts. By ISO 639-1 code.
 */
export const LATIN_WORDS: Record<string, string> = {
  tr: `ipek kumaş bulmaca getir şok mavi yeni eski büyük küçük güzel iyi hızlı kolay ucuz altın gümüş elmas inci yakut kırmızı beyaz siyah kara ak sarı
yeşil mor turuncu pembe gri lacivert güneş ay yıldız gök gökyüzü bulut yağmur kar rüzgar fırtına şimşek ateş su hava toprak taş kaya
dağ tepe ova vadi göl nehir ırmak pınar kaynak dere ada sahil kıyı liman körfez orman ağaç yaprak dal kök çiçek gül lale papatya
menekşe karanfil sümbül leylak yasemin zambak elma armut kiraz vişne üzüm incir nar portakal limon muz kavun karpuz çilek fındık
ceviz badem zeytin biber domates soğan patates tuz şeker bal süt ekmek çay kahve simit pide çorba et balık tavuk tat lezzet sofra
mutfak kaşık tabak tencere kilim halı yatak yastık ev yuva oda kapı pencere anahtar köprü yol durak kale kule saray çarşı pazar
dükkan sepet kutu çanta para kart çek garanti güven emek iş yapı ziraat halk vatan millet anadolu doğu batı kuzey güney merkez dünya
evren hayat yaşam umut sevgi aşk dost arkadaş kardeş aile anne baba bebek çocuk kral kraliçe sultan paşa usta aslan kaplan kartal
şahin doğan serçe kuş kırlangıç güvercin martı turna at kurt ayı tilki tavşan kedi köpek koç boğa kelebek arı karınca balina yunus
gel git al ver bul bak gör gez koş uç sat seç başla bitir yap kur aç kapat hemen şimdi bugün yarın dün sabah akşam gece gündüz bahar
yaz kış hepsi tamam evet birlik barış zafer başak bereket kısmet hedef ufuk çözüm bilgi kitap kalem defter yemek ses söz renk
ışık gölge ayna saat zaman nefes kalp göz el ayak yüz beyaz enerji ulus akıl teknik taksi trend hız güç dev ordu kervan sahibinden
eti ana tek pratik nokta çizgi rota pusula dalga deniz derya okyanus toros bora poyraz lodos ege marmara`,
  fi: `kone valo posti tieto prisma varma aalto karhu metso mehiläinen neste valio sampo pohjola otava sanoma aurinko kuu tähti taivas
pilvi sade lumi jää tuli vesi ilma maa kivi kallio vuori mäki laakso järvi joki puro lähde meri saari ranta satama niemi lahti
metsä puu koivu mänty kuusi pihlaja tammi lehti juuri oksa kukka ruusu lilja orvokki vuokko mansikka mustikka puolukka vadelma
karpalo omena päärynä luumu kirsikka marja sieni peruna sipuli porkkana leipä voi maito juusto kala lohi liha suola sokeri hunaja
kahvi tee keitto ruoka herkku maku kuppi lautanen lusikka veitsi pata koti talo tupa mökki huone ovi ikkuna avain silta tie polku
tori kauppa kirja kynä paperi sana ääni väri musta valkoinen punainen sininen vihreä keltainen harmaa hopea kulta rauta teräs
timantti helmi susi kettu jänis hirvi poro orava kissa koira hevonen lehmä sika lammas kana kukko lintu kotka haukka pöllö kurki
joutsen lokki pääsky varis korppi perhonen muurahainen leijona tiikeri norppa valas uusi vanha suuri pieni iso hyvä paras nopea
helppo halpa kaunis puhdas raikas terve vahva vapaa oma yhteinen elämä terveys onni ilo rakkaus toivo rauha voima apu turva
luotto raha pankki kortti lippu matka juna laiva lento pyörä auto vene työ osuus oras viljo aika tunti päivä yö aamu ilta kevät
kesä syksy talvi tänään huomenna kello sydän käsi silmä jalka pää nuori lapsi isä äiti veli sisko ystävä kuningas kuningatar
seppä mestari tuuli myrsky salama ukkonen halla kaiku kärki ydin piste viiva linja kaari ympyrä neliö portti reitti suunta pohja
huippu etelä itä länsi keskus liike linkki verkko peli pallo sauna löyly usva sumu kaste routa tasku paita kenkä`,
  pl: `żabka biedronka lot plus ruch perła żubr stokrotka kruk era poczta fakt polityka wprost słońce księżyc gwiazda niebo chmura
deszcz śnieg lód ogień woda powietrze ziemia kamień skała góra dolina jezioro rzeka potok źródło morze wyspa brzeg plaża port
las drzewo dąb brzoza sosna liść korzeń kwiat róża lilia fiołek mak rumianek tulipan jabłko gruszka śliwka wiśnia czereśnia
malina jagoda truskawka porzeczka cytryna pomarańcza orzech migdał ziemniak cebula marchew chleb bułka masło mleko ser ryba mięso
sól cukier miód kawa herbata zupa smak kuchnia stół talerz łyżka dom chata pokój drzwi okno klucz most droga ścieżka rynek sklep
targ książka pióro papier słowo głos kolor czarny czarna biały biała czerwony czerwona niebieski zielony zielona żółty szary
srebro złoto żelazo stal diament bursztyn kryształ wilk lis zając jeleń sarna łoś bóbr wiewiórka kot pies koń krowa świnia owca
kura kogut ptak orzeł sokół jastrząb sowa bocian żuraw łabędź jaskółka wróbel wrona motyl pszczoła mrówka lew tygrys niedźwiedź
ryś tur delfin wieloryb rak nowy nowa stary duży mały dobry dobra dobre najlepszy szybki łatwy tani piękny czysty świeży zdrowy
mocny wolny wspólny życie zdrowie szczęście radość miłość nadzieja pokój siła pomoc opieka pieniądz karta bilet podróż pociąg
statek rower praca czas godzina dzień noc rano wieczór wiosna lato jesień zima dziś jutro zegar serce ręka oko głowa dziecko ojciec
matka brat siostra przyjaciel król królowa książę mistrz rycerz hetman wiatr burza grom błyskawica echo fala punkt linia krąg koło
brama szlak kierunek szczyt północ południe wschód zachód centrum sieć gra piłka orlik gazeta opoka zamek wieża pałac ogród łąka
pole kropka nitka igła guzik but czapka torba koszyk skrzynia okazja wygoda`,
  cs: `škoda seznam rohlík košík kozel blesk právo pošta pilulka respekt slunce měsíc hvězda nebe oblak mrak déšť sníh led oheň voda
vzduch země kámen skála hora údolí jezero řeka potok pramen moře ostrov břeh pláž přístav les strom dub bříza borovice list kořen
květ růže lilie fialka mák kopretina tulipán jablko hruška švestka třešeň višeň malina borůvka jahoda citron pomeranč ořech mandle
brambor cibule mrkev chléb máslo mléko sýr ryba maso sůl cukr med káva čaj polévka chuť kuchyně stůl talíř lžíce dům chata pokoj
dveře okno klíč most cesta stezka trh obchod kniha pero papír slovo hlas barva černý černá bílý bílá červený červená modrý modrá
zelený zelená žlutý šedý stříbro zlato železo ocel diamant perla křišťál vlk liška zajíc jelen srna bobr veverka kočka pes kůň
kráva prase ovce slepice kohout pták orel sokol jestřáb sova čáp jeřáb labuť vlaštovka vrabec vrána motýl včela mravenec lev
tygr medvěd rys delfín velryba rak nový nová starý velký malý dobrý dobrá nejlepší rychlý snadný levný krásný čistý čerstvý zdravý
silný volný společný život zdraví štěstí radost láska naděje mír síla pomoc péče peníze karta lístek jízdenka vlak loď kolo práce
čas hodina den noc ráno večer jaro léto podzim zima dnes zítra srdce ruka oko hlava dítě otec matka bratr sestra přítel král
královna princ mistr rytíř vítr bouře hrom ozvěna vlna bod linka kruh brána směr vrchol sever jih východ západ centrum síť hra míč
noviny hrad věž palác zahrada louka pole nit jehla knoflík bota čepice taška krabice náhoda pohoda zásilka spořitelna pivo nápoj
kapka jiskra plamen svět domov rodina skupina jistota`,
  de: `brutto braun blau grün rot weiß schwarz gelb grau silber gold rosa lila orange bunt stern sonne mond erde himmel wolke regen schnee eis
feuer wasser luft stein fels berg tal see fluss bach quelle meer insel strand hafen wald baum eiche birke tanne linde blatt wurzel
blume rose lilie veilchen mohn tulpe apfel birne pflaume kirsche beere erdbeere himbeere zitrone nuss mandel kartoffel zwiebel
karotte brot butter milch käse fisch fleisch salz zucker honig kaffee tee suppe geschmack küche tisch teller löffel haus hütte
zimmer tür fenster schlüssel brücke weg pfad markt laden kaufhaus buch feder papier wort stimme farbe bild spiegel zeit welt post
bahn kraft netto real fokus union allianz signal merkur saturn jupiter venus adler wolf fuchs hase hirsch reh bär biber katze hund
pferd kuh schwein schaf huhn hahn vogel falke habicht eule storch kranich schwan schwalbe spatz krähe schmetterling biene ameise
löwe tiger luchs delfin wal krebs frosch zebra pinguin neu alt groß klein gut gute besser beste schnell einfach günstig billig
schön rein frisch gesund stark frei eigen gemeinsam leben gesundheit glück freude liebe hoffnung frieden macht hilfe schutz
pflege geld karte reise zug schiff rad fahrrad arbeit uhr stunde tag nacht morgen abend frühling sommer herbst winter heute herz
hand auge kopf fuß kind vater mutter bruder schwester freund könig kaiser prinz meister ritter wind sturm donner blitz echo welle
punkt linie kreis ring tor richtung gipfel norden süden osten westen nord süd ost west zentrum netz spiel ball zeitung burg turm
schloss garten wiese feld faden nadel knopf schuh mütze tasche kiste anker horn zwilling glocke kompass globus hammer nagel
säge pfeil bogen schild krone kugel brille feuerwehr sparkasse heimat familie freiheit zukunft vorsprung fortschritt einhorn
apotheke bio vital ideal komet rakete funke flamme licht schatten stark still sanft klar hell warm kalt süß scharf`,
  es: `corona águila estrella sol victoria modelo pacífico claro personal día tierra cielo luna nube lluvia nieve hielo fuego agua aire
piedra roca monte montaña valle lago río fuente mar isla costa playa puerto bosque árbol roble pino hoja raíz flor rosa lirio
violeta amapola margarita tulipán manzana pera ciruela cereza fresa mora limón naranja mango piña plátano coco uva melón sandía nuez
almendra aceituna patata papa cebolla zanahoria pan mantequilla leche queso pescado carne sal azúcar miel café té sopa sabor
cocina mesa plato cuchara casa hogar cuarto puerta ventana llave puente camino senda mercado tienda bodega libro pluma papel palabra
voz color negro negra blanco blanca rojo roja azul verde amarillo gris plata oro hierro acero diamante perla cristal lobo zorro
liebre ciervo ardilla gato perro caballo vaca cerdo oveja gallina gallo pájaro halcón búho cigüeña cisne golondrina gorrión
mariposa abeja hormiga paloma león tigre oso lince delfín ballena cangrejo tortuga toro puma jaguar cóndor nuevo nueva viejo grande pequeño
bueno buena mejor rápido fácil barato bello puro fresco sano fuerte libre propio común vida salud suerte alegría amor esperanza paz
fuerza ayuda cuidado dinero tarjeta billete viaje tren barco bicicleta trabajo tiempo hora noche mañana tarde primavera verano
otoño invierno hoy corazón mano ojo cabeza pie niño padre madre hermano hermana amigo rey reina príncipe maestro caballero viento
tormenta trueno rayo eco ola punto línea círculo meta rumbo cumbre norte sur este oeste centro red juego pelota periódico castillo
torre palacio jardín prado campo hilo aguja botón zapato gorra bolsa caja éxito líder plaza ara liberty ocaso mutua directa
central gloria fortuna semilla raya llama chispa faro vela ancla brújula mundo país mundo universo siglo época excelencia ideal
familia libertad futuro progreso seguro banco cuenta nómada caracol cometa lima menta canela vainilla trigo maíz arroz canal gol`,
  it: `tigre leone lupo volpe lepre cervo orso gatto cane cavallo mucca toro maiale pecora gallina gallo uccello aquila falco gufo
cicogna cigno rondine passero farfalla ape formica lince delfino balena granchio tartaruga coccinella sole luna stella cielo
nuvola pioggia neve ghiaccio fuoco acqua aria terra pietra roccia monte montagna valle lago fiume fonte mare isola costa spiaggia
porto bosco albero quercia pino foglia radice fiore rosa giglio viola papavero margherita tulipano mela pera prugna ciliegia fragola
mora limone arancia ananas cocco uva melone noce mandorla oliva patata cipolla carota pane burro latte formaggio pesce carne sale
zucchero miele caffè tè zuppa sapore gusto cucina tavola piatto cucchiaio casa stanza porta finestra chiave ponte strada sentiero
mercato bottega negozio libro penna carta parola voce colore nero nera bianco bianca rosso rossa blu azzurro verde giallo grigio
argento oro ferro acciaio diamante perla cristallo nuovo nuova vecchio grande piccolo buono buona migliore veloce facile bello
bella puro fresco sano forte libero proprio comune vita salute fortuna gioia amore speranza pace forza aiuto cura denaro biglietto
viaggio treno nave bicicletta lavoro tempo ora giorno notte mattina sera primavera estate autunno inverno oggi domani cuore mano
occhio testa piede bambino padre madre fratello sorella amico re regina principe maestro cavaliere vento tempesta tuono lampo
fulmine eco onda punto linea cerchio cima nord sud est ovest centro rete gioco palla giornale castello torre palazzo giardino prato
campo filo ago bottone scarpa cappello borsa scatola poste unione corriere repubblica stampa messaggero esse conto banca freccia
levante ponente aurora alba tramonto bussola faro vela ancora mondo famiglia libertà futuro progresso sicuro scintilla fiamma luce
ombra gabbiano pinguino elefante cammello ginestra edera grano riso mais zafferano peperone menta cannella generali vespa ape panda
punto tipo uno delta lambretta ducato doblo tempo`,
  pt: `vivo claro oi sol lua estrela céu nuvem chuva neve gelo fogo água ar terra pedra rocha monte montanha vale lago rio fonte mar
ilha costa praia porto floresta árvore carvalho pinheiro folha raiz flor rosa lírio violeta papoula margarida tulipa maçã pera ameixa
cereja morango amora limão laranja manga abacaxi coco uva melão melancia noz amêndoa azeitona batata cebola cenoura pão manteiga
leite queijo peixe carne sal açúcar mel café chá sopa sabor cozinha mesa prato colher casa lar quarto porta janela chave ponte
caminho mercado loja livro pena caneta papel palavra voz cor preto branco branca vermelho azul verde amarelo cinza prata ouro
ferro aço diamante pérola cristal lobo raposa lebre veado esquilo gato cachorro cão cavalo vaca porco ovelha galinha galo pássaro
águia falcão coruja cegonha cisne andorinha pardal borboleta abelha formiga leão tigre urso lince golfinho baleia caranguejo
tartaruga touro onça jacaré tucano arara novo nova velho grande pequeno bom boa melhor rápido fácil barato belo puro fresco são
forte livre próprio comum vida saúde sorte alegria amor esperança paz força ajuda cuidado dinheiro cartão bilhete viagem trem
comboio barco navio bicicleta trabalho tempo hora dia noite manhã tarde primavera verão outono inverno hoje amanhã coração mão olho
cabeça pé criança pai mãe irmão irmã amigo rei rainha príncipe mestre cavaleiro vento tempestade trovão raio eco onda ponto linha
círculo meta rumo cume norte sul leste oeste centro rede jogo bola jornal castelo torre palácio jardim prado campo fio agulha
botão sapato boné bolsa caixa globo folha veja exame época natura boticário renner americanas magazine extra pão itaú bradesco
brasil original inter neon will digio cielo stone getnet azul gol avianca farol vela âncora bússola mundo família liberdade futuro
progresso seguro banco conta semente chama faísca continente pingo doce sagres super bock luso delta sumol meo nos`,
  fr: `orange free carrefour or argent fer acier diamant perle cristal soleil lune étoile ciel nuage pluie neige glace feu eau air
terre pierre roche mont montagne vallée lac fleuve rivière source mer île côte plage port forêt arbre chêne pin feuille racine fleur
rose lys violette coquelicot marguerite tulipe pomme poire prune cerise fraise mûre citron mangue ananas coco raisin melon pastèque
noix amande olive patate oignon carotte pain beurre lait fromage poisson viande sel sucre miel café thé soupe saveur cuisine table
assiette cuillère maison foyer chambre porte fenêtre clé pont chemin sentier marché boutique magasin livre plume papier mot parole
voix couleur noir noire blanc blanche rouge bleu bleue vert verte jaune gris loup renard lièvre cerf écureuil chat chien cheval
vache cochon mouton poule coq oiseau aigle faucon hibou cigogne cygne hirondelle moineau papillon abeille fourmi lion tigre ours
lynx dauphin baleine crabe tortue taureau coccinelle crocodile nouveau nouvelle vieux grand petit petite bon bonne meilleur rapide
facile belle pur frais sain fort libre propre commun vie santé chance joie amour espoir paix force aide soin monnaie carte billet
voyage train bateau navire vélo travail temps heure jour nuit matin soir printemps été automne hiver demain cœur main œil tête pied
enfant père mère frère sœur ami roi reine prince maître chevalier vent tempête tonnerre éclair écho vague point ligne cercle but cap
sommet nord sud est ouest centre réseau jeu ballon journal château tour palais jardin pré champ fil aiguille bouton chaussure
chapeau sac boîte monde figaro libération parisien croix équipe poste banque mutuelle phare voile ancre boussole famille liberté
avenir progrès flamme étincelle lumière ombre ruche pélican mouette panda éléphant castor hermès alliance lotus olivier lavande
menthe cannelle blé riz maïs canal relais printemps galeries action leader casino match système vrai picard promod etam petit jules
celio boulanger auchan but conforama courir kiabi naturalia quick salto salvia`,
  nl: `zon maan ster hemel wolk regen sneeuw ijs vuur water lucht aarde steen rots berg dal meer rivier beek bron zee eiland kust strand
haven bos boom eik berk den blad wortel bloem roos lelie viooltje tulp appel peer pruim kers bes aardbei framboos citroen sinaasappel
noot amandel aardappel ui brood boter melk kaas vis vlees zout suiker honing koffie thee soep smaak keuken tafel bord lepel huis
thuis kamer deur raam sleutel brug weg pad markt winkel boek pen papier woord stem kleur zwart wit rood blauw groen geel grijs
oranje zilver goud ijzer staal diamant parel kristal wolf vos haas hert bever kat hond paard koe varken schaap kip haan vogel
arend valk uil ooievaar zwaan zwaluw mus kraai vlinder bij mier leeuw tijger beer lynx dolfijn walvis kreeft kikker nieuw oud groot
klein goed beter beste snel makkelijk goedkoop mooi puur vers gezond sterk vrij eigen samen leven gezondheid geluk vreugde liefde
hoop vrede kracht hulp zorg geld kaart reis trein schip fiets werk tijd uur dag nacht ochtend avond lente zomer herfst winter
vandaag morgen hart hand oog hoofd voet kind vader moeder broer zus vriend koning koningin prins meester ridder wind storm donder
bliksem echo golf punt lijn cirkel ring poort richting top noord zuid oost west centrum net spel bal krant kasteel toren paleis
tuin weide veld draad naald knoop schoen pet tas doos anker kompas wereld familie vrijheid toekomst vooruitgang licht schaduw vlam
vonk trouw volkskrant parool hema blokker action gamma praxis coop jumbo dirk plus post bol vesting eneco ziggo simpel telfort
lebara tele bruin vlam pels etos kruidvat holland vomar`,
  sv: `sol måne stjärna himmel moln regn snö is eld vatten luft jord sten klippa berg dal sjö älv bäck källa hav ö kust strand hamn
skog träd ek björk gran tall blad löv rot blomma ros lilja viol vallmo tulpan äpple päron plommon körsbär jordgubbe hallon blåbär
lingon hjortron citron apelsin nöt mandel potatis lök morot bröd smör mjölk ost fisk lax kött salt socker honung kaffe te soppa smak
kök bord tallrik sked hus hem stuga rum dörr fönster nyckel bro väg stig torg marknad butik affär bok penna papper ord röst färg
svart vit röd blå grön gul grå silver guld järn stål diamant pärla kristall varg räv hare hjort rådjur älg bäver ekorre katt hund
häst ko gris får höna tupp fågel örn falk hök uggla stork trana svan svala sparv kråka fjäril bi myra lejon tiger björn lo delfin
val kräfta groda ny gammal stor liten god bra bättre bäst snabb lätt billig vacker ren färsk frisk stark fri egen gemensam liv hälsa
lycka glädje kärlek hopp fred kraft hjälp vård pengar kort biljett resa tåg båt skepp cykel arbete tid timme dag natt morgon kväll
vår sommar höst vinter idag hjärta hand öga huvud fot barn far mor bror syster vän kung drottning prins mästare riddare vind storm
åska blixt eko våg punkt linje cirkel ring port riktning topp norr söder öster väster centrum nät spel boll tidning slott torn
palats trädgård äng fält tråd nål knapp sko mössa väska låda ankare kompass värld familj frihet framtid framsteg ljus skugga låga
gnista folksam telia tele tre halebop volvo kappa polarn åhléns lindex hemköp willys axfood apotek hjärtat posten systemet max
länsförsäkringar trygg avanza nordnet klarna kry doktor polar ica bilia ving fritid`,
};

/** Given names of people by language: before a surname they name nobody else. */
export const GIVEN_NAMES: Record<string, string> = {
  tr: `deniz derya ayşe fatma emine zeynep elif merve selin ebru esra büşra ceren gizem melis ece defne duru asya ada su yağmur bahar
pınar gül lale nergis yasemin ipek inci sibel sevgi umut barış savaş zafer mehmet mustafa ahmet ali hüseyin hasan ibrahim murat
yusuf ömer emre burak can cem kaan mert onur serkan volkan tolga ozan kerem efe arda doğan şahin kaya bora poyraz toprak güneş
aslan kartal yunus koray cenk levent tarık selim sinan orhan osman nazım adil yavuz koç sabancı vedat`,
  fi: `elisa kaleva otso oras viljo aino aava helmi lumi meri taika tuuli satu pilvi kukka ilta säde venla sofia emma eino onni ilmari
antti mikko juha kari matti timo jari pekka sampo toivo urho tapio ahti väinö ilmarinen anna maria liisa leena kaisa hanna laura
sanna tiina heikki martti veikko aleksi oskari`,
  pl: `jan anna maria piotr krzysztof andrzej tomasz paweł marcin michał adam łukasz jakub mateusz wojciech katarzyna małgorzata
agnieszka barbara ewa zofia hanna julia lena maja kinga alicja róża kalina jagoda malina wiktor filip kacper lech leszek stanisław`,
  cs: `jan jana petr pavel martin tomáš jiří josef jaroslav miroslav karel václav marie eva anna lucie kateřina tereza lenka hana
alena veronika viktorie adam jakub matěj vojtěch ondřej bernard vít růžena květa zora milena`,
  de: `otto paul emma max karl fritz hans peter klaus jürgen wolfgang michael thomas stefan andreas martin anna maria mia lena laura
lisa julia sophie eva werner heinrich wilhelm friedrich ludwig ernst hermann günter dieter horst helmut bruno felix leo oskar emil
anton jakob konrad theo moritz linus finn ben jonas lukas leon hugo kurt walter erwin alfred adolf arthur robert ilse greta frieda
clara ida käthe romy steffi linde rosa erika heidi`,
  es: `josé juan luis carlos jorge pedro pablo miguel antonio francisco manuel diego javier alejandro fernando rafael ana maría carmen
lucía sofía isabel elena laura paula julia marta rosa victoria gloria esperanza estrella luz sol paz consuelo mercedes dolores
violeta margarita azucena león ángel jesús salvador santiago clara alba aurora gala nieves olivia zara rocío marina`,
  it: `giovanni giuseppe marco luca matteo andrea francesco alessandro lorenzo antonio mario luigi paolo pietro roberto stefano maria
anna giulia sofia chiara francesca elena laura sara alessia martina rosa viola margherita aurora stella gioia vittoria gemma
azzurra fiamma leone alfa enzo carlo silvio sergio emma bianca mia`,
  pt: `joão josé antónio antônio francisco carlos paulo pedro lucas marcos luís miguel rafael gabriel bruno rui tiago ana maria
mariana beatriz inês sofia júlia laura luiza vitória rosa glória esperança estrela luz clara alice helena íris violeta flora marina
natura leão jade`,
  fr: `jean pierre michel philippe alain nicolas jacques paul louis marc luc henri antoine julien thomas hugo jules marie anne sophie
claire camille chloé emma léa rose violette marguerite olive olivier clémence prudence aurore céleste gabriel arthur lucas léo
ambre perle charlotte louise alice jade victor martin renaud citroën pascal blaise hermès denis carole`,
  nl: `jan piet kees henk willem johan dirk bas sem daan lucas anna maria emma sophie julia lotte fleur roos iris jasmijn mees joost
bram ruben hugo otto sven lars koen`,
  sv: `erik lars karl anders per johan nils anna maria eva karin kristina lena sara emma astrid elsa alma ebba maja saga siv ulf björn
sten sture ivar axel oskar hugo emil viktor max sixten vilda klara viola linnea rut tyra idun`,
  ru: `вера надежда любовь роза лилия майя злата алла алиса марта яна мария анна елена ольга дмитрий александр сергей андрей
максим иван михаил лев глория аврора светлана людмила владимир милана виктория мира рената`,
  uk: `віра надія любов зоря роза лілія калина мирослава злата аліса марта яна марія анна олена ольга дмитро олександр сергій андрій
максим іван михайло лев аврора світлана людмила володимир мілана вікторія мрія соломія`,
  he: `פז דן טל גל רון אור מקס ורד שירה נועה אלון ארז אורן תמר דרור ניצן מאיר יונה זאב אריה דב גיא עדן שלמה דוד משה יוסי רמי`,
};

/** Terms of music in every language; a brand by their name has a capital letter. */
export const MUSIC =
  'allegro+ allegretto+ adagio+ andante+ presto+ largo+ vivace+ moderato+ crescendo+ staccato+ legato+ sonata+ cantata+';
