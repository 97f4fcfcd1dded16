/**
 * Common English words, in base form: a brand called by one of them is only recognised in its exact case.
 * Function words, then verbs, adjectives and nouns of everyday use; those that brands are named after matter
 * most, rare ones do no harm.
 */
const WORDS = `
a able about above across act after again against ago ahead aid aim air all allow almost alone along already
also alter always am amid among amount an and angle animal another answer any anyone anything apart apply are
area arm army around arrive art as ask asleep at away awake aware back bad badge bag bake balance ball ban
band bank bar bare bargain bark base basic basket bat batch bath battle bay be beach beacon beam bean bear beard
beast beat beautiful beauty because become bed bee beef beer before begin behalf behave behind being believe
bell belly belong below belt bench bend beneath benefit beside best bet better between beyond bicycle big bike
bill bin bind bird birth bit bite bitter black blade blame blank blast blaze bleed blend bless blind blink block
blood bloom blossom blow blue bluff board boat body boil bold bolt bomb bond bone bonus book boom boost boot
border bore born borrow boss both bother bottle bottom bounce bound bow bowl box boy brain brake branch brand
brass brave bread break breakfast breath breathe breed breeze brew brick bride bridge brief bright brilliant
bring broad broken brother brown brush bubble bucket buckle bud budget buffalo bug build bulb bulk bull bullet
bump bunch bundle burn burst bus bush business busy but butter butterfly button buy buzz by cab cabin cable cage
cake calculate call calm camel camera camp campaign can canal cancel candle candy cane canon canvas canyon cap
capable capital captain capture car caravan caraway carbon card care career careful cargo carpet carry cart carve
case cash casper cast castle casual cat catch cause caution cave cedar ceiling celebrate cell center central
century cereal certain chain chair chalk challenge chamber champion chance change channel chaos chapter charge
charm chart charter chase chat cheap check cheek cheer cheese chef cherry chess chest chew chick chicken chief
child chill chime chin chip chocolate choice choose chop chord chorus chrome church cinema circle circuit citizen
city civil claim clap clarity class classic claw clay clean clear clever click cliff climate climb clip cloak
clock close cloth cloud clover club clue cluster coach coal coast coat cobalt code coffee coil coin cold collar
collect college color column comb combine come comet comfort comic command comment commit common commune company
compare compass compete complete complex compose concept concern concert conclude condition cone confirm connect
consider consist console constant contact contain content contest context continue contract contrast control
convert convoy cook cookie cool copper copy coral core cork corn corner correct cost cottage cotton couch could
count counter country county couple courage course court cousin cover cow crab crack cradle craft crane crash
crate crazy cream create creative credit creek crest crew cricket crime crisp critic crop cross crow crowd crown
crucial crude cruel cruise crush cry crystal cub cube cue cup cure curious current curve cushion custom cut cute
cycle daily dairy dam damage damp dance danger dare dark dart dash data date daughter dawn day dead deal dear debate
debt debut decade decay decide deck declare deco decrease deep deer defeat defend define degree delay deliver
delta demand den denim deny depart depend depth derive describe desert deserve design desire desk detail detect
develop device dial diamond dice die diet differ difficult dig digital dilemma dinner dip direct dirt dirty
disagree discount discover discuss disease dish disk display distance distant ditch dive divide do dock doctor
dog doll dollar dolphin domain dome dominate donate donkey door dot double doubt dough dove down dozen draft drag
dragon drain drama draw dream dress drift drill drink drip drive drop drum dry dual duck due dull dump durable during
dusk dust duty dwarf dynamic each eager eagle ear early earn earth ease easel east easy eat echo eclipse edge edit
effect effort egg eight either elastic elbow elder elect electric element elephant eleven elite else ember embrace
emerald emerge emotion empire employ empty enable encore end endeavor endure energy engage engine enjoy enough
ensure enter entire entry envelope envoy envy epic equal equip era error escape essence essential estate eternal
even evening event ever every everyone everything evidence evolve exact example excellent except exchange excite
exclude excuse exercise exist exit exotic expand expect expert explain explore express extend extra extreme eye
fable fabric face fact factor factory fade fail faint fair fairy faith falcon fall false fame family famous fan
fancy far farm fashion fast fat fate father fault favor fear feast feather feature feed feel fellow female fence
fern ferry fetch fever few fiber fiction fiddle field fierce fifty fig fight figure file fill film filter final
finance find fine finger finish fir fire firm first fish fit five fix flag flame flap flare flash flask flat
flavor flaw flee fleet flesh flex flexible flight flint flip float flock flood floor flora flour flow flower fluid
flush flute fly foam focus fog foil fold folk follow food fool foot for force ford forecast foreign forest forever
forge forget fork form formal format former formula fort forth fortune forty forum forward fossil foster found
fountain four fox fraction fragile frame frank free freeform freedom freeze freight frequent fresh friend frog from
front frontier frost fruit fuel full fun function fund funny fur furnish further fuse fusion future gadget gain
galaxy gallery game gap garage garden garlic garment gas gate gather gauge gear gem gene general generate generous
genius gentle genuine gesture get ghost giant gift giraffe girl give glacier glad glance glass glide glimpse
globe glory glove glow glue go goal goat gold golf good goose gorilla govern grab grace grade gradual grain gram
grand granite grant grape graph grasp grass grateful grave gravity gray great green greet grid grill grin grip
grit grocery groove ground group grove grow growth guarantee guard guess guest guide guild guilty guitar gulf gum
gun gust guy habit hair half hall halo hammer hand handle handy hang happen happy harbor hard harmony harness harp
harsh harvest hat hatch hate have haven hawk hay hazard hazel he head heal health hear heart hearth heat heaven heavy
hedge heel height helix hello helm helmet help hen her herb herd here heritage hero hers hidden hide high hike hill
him hint hip hire his history hit hive hobby hold hole holiday hollow holy home honest honey honor hood hook hop hope
horizon horn horse host hot hotel hound hour house hover how huddle hug huge hum human humble humor hundred hunger
hunt hurdle hurry hurt husband husky hut hydrogen i ice icon idea ideal identity idle if ignite ignore ill image
imagine impact import important impress improve impulse in inch include income increase indeed index indicate
indigo indoor industry infant infinite influence inform initial ink inner input insect inside insight inspire
install instance instant instead insure intact intend intense intent inter interest into intro invent invest
invite involve iron island issue it item its ivory ivy jacket jade jaguar jail jam jar jasmine jaw jazz jet jewel
jig job join joke journal journey joy judge juice jump jungle junior juniper jury just justice keen keep kernel
kettle key keystone kick kid kill kin kind kindle king kingdom kiss kit kitchen kite kitten knee knife knight knit
knock knot know lab label labor lack ladder lady lagoon lake lamb lamp lance land landmark lane language lantern
lap large lark laser last late later latitude laugh launch laundry laurel lava lavender law lawn lay layer lazy lead
leader leaf league leak lean leap learn leash least leather leave lecture left leg legacy legal legend leisure
lemon lend length lens leopard less lesson let letter level lever liberty library license lid lie life lift light
like lilac lily limb limbo lime limit line link lion lip liquid list listen lit little live lively load loaf loan
lobby local locate lock locust lodge loft log logic lone long look loom loop loose lord lose loss lost lot lotus
loud lounge love low loyal lucid luck lucky lumber luminary lunar lunch lung lure luxury lynx machine mad magic
magnet magnificent magnolia mail main major make male mall mammoth man manage mandate mango manner mansion
mantle manual many map maple marathon marble march margin marine mark market maroon marquee marriage marry mars
mask mason mass mast master match mate material matter mature maverick max may maybe me meadow meal mean measure
meat mechanic medal media medical medium meet mellow melody melon melt member memory men mention mentor menu merchant
mercury mercy merge merit merry mesh mess message meta metal meteor method meter metro middle midnight might mild
mile milk mill million mind mine mineral mini minimum minor mint minus minute miracle mirror miss mission mist
mistake mix moat mobile mode model modern modest module moment momentum money monitor monkey monster month monument
mood moon moose moral more morning mosaic moss most mother motion motive motor mount mountain mouse mouth move
movie much mud muddle mug multiple muscle muse museum music must mustang mustard mutual my mystery myth nail
naked name narrow nation native natural nature near nebula neck nectar need needle negative neither neon nerve
nest net network neutral never new news next nexus nice niche nickel night nimble nine ninja no noble nobody nod
node noise nomad none noodle noon nor norm normal north nose not notable notch note nothing notice notion nova
novel now nuclear number nurse nut oak oasis oat obey object obtain obvious ocean octave odd odyssey of off offer
office often oil okay old olive omega omit on once one onion only onto onyx opal open opera operate opinion oppose
optimum option oracle orange orbit orchard orchid order ordinary organ origin original other otter ought ounce our
out outcome outdoor outer outline output outside oval oven over owe owl own owner ox oxygen oyster pace pacific pack
pad page pain paint pair palace pale palette palm pan panda panel panic pant panther papaya paper parade paragon
parallel pardon parent park parrot part partner party pass passage passion past pasta paste patch path patience
patient patrol pattern pause pave pay peace peach peacock peak peanut pear pearl pebble peel peer pelican pen penalty
pencil penguin penny people pepper perch perfect perform perhaps period permit person pet petal phase phoenix phone
photo phrase physical piano pick picnic picture pie piece pier pig pigeon pilgrim pillar pillow pilot pin pine pink
pinnacle pint pioneer pipe pirate pit pitch pixel pizza place plain plan plane planet plank plant plasma plastic
plate platform platinum play plaza please pleasure pledge plenty plot plow plug plum plus pocket poem poet point
polar pole police policy polish polite poll pollen polo pond pony pool poor pop poppy popular porch port portal
portion portrait pose position positive possible post pot potato potion pottery pound pour powder power practice
praise pray precise predict prefer premier premium prepare presence present preserve press pretty prevent previous
price pride primary prime primer prince print prior priority prism private prize probable problem process produce
product profile profit program progress project promise promote prompt proof proper property prophet prosper
protect protest proud prove provide public publish pull pulse pump punch puppy purchase pure purple purpose purse
pursue push put puzzle python quaint quality quantum quarter quartz queen quest question quick quiet quill quilt
quince quip quit quite quiver quote rabbit race rack radar radiant radical radio raft rage rail rain rainbow raise
rally ram ranch random range ranger rank rapid rare rate rather ratio raven raw ray razor reach react read ready
real reality realm reap rear reason rebel recall receive recent recipe record recover red reduce reed reef reel
refer refine reflect reform refresh refuse regal regard region regret regular reign rein relate relax relay release
relevant relief rely remain remarkable remedy remember remind remote remove render renew rent repair repeat replace
reply report request require rescue research reserve resist resolve resort resource respect respond rest restore
result retail retire retreat return rev reveal revel review revive reward rhythm ribbon rice rich riddle ride ridge
rifle right rigid ring riot ripe ripple rise risk rival river road roam roar roast rob robe robin robot robust rock
rocket rod role roll roman romance roof rook room root rope rose rough round route routine rover row royal rub ruby
rudder rug ruin rule rumor run runway rural rush rust sable sack sacred sad saddle safari safe saffron saga sage sail
saint salad salary sale salmon salon salt salute same sample sand sandal sapphire satin satisfy sauce savage save
savor say scale scan scarce scarf scatter scene scent schedule scheme scholar school science scissors scope score
scorpion scout scrap scratch screen screw script scroll sea seagull seal search season seat second secret section
sector secure see seed seek seem segment select self sell senate send senior sense sentence sentinel separate
sequence sequoia series serious servant serve service session set settle seven several severe sew shade shadow shaft
shake shall shallow shame shape share shark sharp shave she shed sheep sheet shelf shell shelter shepherd shield
shift shine ship shirt shock shoe shoot shop shore short shot should shoulder shout shovel show shower shrimp shrink
shut shuttle shy sibling sick side siege sierra sight sigma sign signal silence silent silk silly silver similar
simple since sing single sink siren sister sit site six size skate sketch ski skill skim skin skip skirt skull sky
slack slam slate sleek sleep sleeve slender slice slide slight slim sling slip slope slot slow small smart smash
smell smile smith smoke smooth snack snail snake snap snow so soak soap soar social society sock soda sofa soft soil
solar soldier sole solid solo solution solve some someone somewhere son sonar sonata song sonic soon soothe sophisticated
sorrow sort soul sound soup sour source south space spade spark sparrow spatial speak spear special specialized
specific spectrum speech speed spell spend sphere spice spider spike spin spindle spiral spirit spit splash splendid
split sponge sponsor spoon sport spot spray spread spring sprint sprite sprout spruce spur spy square squid stable
stack staff stage stair stake stall stamp stand standard star start state static station status stay steady steak
steal steam steel steep steer stellar stem step stern stick still sting stir stitch stock stomach stone stool stop
store storm story stove straight strain strand strange strategy straw stream street strength stress stretch strict
stride strike string strip stripe strive stroke strong structure struggle student studio study stuff stump style
subject submit succeed success such sudden suede suffer sugar suggest suit summer summit sun sunny sunrise sunset
super superb superior supply support suppose supreme sure surf surface surge surprise surround survey survive
suspect swallow swamp swan swap swarm sway swear sweat sweep sweet swift swim swing switch sword symbol symphony
symptom syrup system table tablet tackle tactic tag tail tailor take tale talent talk tall tame tan tandem tangle
tank tap tape target task taste tea teach teal team tear tease tell temper temple temporary tempo ten tend tender
tennis tent term terminal terrace terrain test text textile texture than thank that the theater their them theme
then theory there thermal these they thick thin thing think third thirst thirty this thistle thorn thorough those
though thought thousand thread threat three thrift thrill thrive throat throne through throw thumb thunder thus
ticket tidal tide tidy tie tiger tight tile till timber time tin tiny tip tire tissue titan title to toast tobacco
today toe together token tomato tomorrow tone tongue tonic too tool tooth top topaz topic torch tornado tortoise
total totem touch tough tour toward towel tower town toy trace track trade trader tradition traffic trail train
trait transfer transform transit transport trap travel tray treasure treat tree trek tremendous trend trial triangle
tribe tribute trick trident trigger trim trio trip triple triumph trophy tropical trouble truck true trumpet trunk
trust truth try tube tulip tumble tundra tune tunnel turbine turbo turn turtle tutor twelve twenty twice twilight
twin twist two type ugly ultimate ultra umbrella uncle under undo unicorn uniform union unique unit unite unity
universe unless until up upon upper urban urge us use useful usual utility utmost vacation vacuum vague vain valid
valley value valve vanguard vanilla vantage vapor variable various vast vault vector vegan vegetable vehicle veil
velocity velvet vendor venture venue verb verge verse version vertex very vessel vest vibe vibrant victor victory
video view viking villa village vine vintage vinyl violet violin viper virtual virtue visible vision visit vista
visual vital vivid vocal voice void volcano volt volume volunteer vortex vote vow voyage wade wafer wage wagon
waist wait wake walk wall wallet walnut wander want war warden wardrobe warm warn warp warrior wash wasp waste
watch water wave wax way we weak wealth weapon wear weather weave web wedding wedge week weigh weight weird welcome
weld well west wet whale what wheat wheel when where whether which while whip whirl whisk whisper whistle white who
whole whose why wicked wide width wife wild will willow win wind window wine wing winner winter wire wisdom wise
wish wit with within without witness wizard wolf woman wonder wonderful wood wool word work world worry worth would
wrap wreath wren wrench wrestle wrist write wrong yacht yard yarn yeah year yeast yell yellow yes yesterday yet yield
yoga yogurt you young your youth zeal zebra zen zenith zephyr zero zest zinc zip zodiac zone zoo zoom
acorn active addict aerial agent agile album alchemy alias alibi alley ally almond aloe alpha alphabet alpine amazing
amber ample anchor angel anthem anvil apex apple apricot apron aqua arc arcade arch arena argo aria ark aroma array
arrow artist ascent ash aspect aspen aspire asset astro athlete atlas atom atomic attic auction august aura aurora
author auto autograph autumn avenue avocado award awesome axe axis axle azure bacon baker balm bamboo banana bandit
banjo banner barber barley barn barrel baseline basil basin bass baton bazaar beaver bellow beloved bento berry
bespoke beverage bingo birch biscuit bishop bison blanket blazer bliss blizzard bloc blonde blueprint blush bobcat
bonfire bonsai booth bounty bouquet boulder boulevard boutique brace bracket bramble bravo brim brine brisk bronze
brook brunch buddy buffer buffet buggy bugaboo bunny burger burrow cactus cadence cadet calculus calendar caliber
camper candid candor cannon canoe canopy caramel caress caribou carousel cascade cashew casino catalog catalyst
cavalier celestial cello census charcoal chariot cheddar cherish chestnut chimney cider cinder cinnamon citadel
citrus clam clarion cobra cockpit coconut cocoon colony colossal comma commute companion concord condor conduit
confetti conquest cookbook corsair cosmic cosmos cougar covenant coyote cranberry crater crayon creature crescent
crimson crossing cruiser crumb crypt cuckoo cupid curl curry cypress dagger daisy dandelion dapper dazzle decoy
dental depot deputy diesel digest diner diploma disco discord discovery diver divine dolly donut dossier
dragonfly drake dresser dune dynamo easter easel ebony ego eighteen electron elevate elf elixir elm eloquent empower
enigma epoch equator equinox evergreen everlast exodus expedition express fanatic fang farmer fathom fawn felt fever
fidelity figment finch firefly fireside fjord flamingo flannel flicker flower fluent flux forage fortress foundry
fountain fragment freshly fringe frolic frontline fudge fury galleon gallop gazelle gazette genesis gentry geyser
gimbal ginger glacial glimmer glitch glitter gloss gopher gospel gourmet grail granary gravel grizzly grotto grouse
gull gusto gypsy halcyon hamlet hammock handoff harbinger hare harrier havoc heather hemlock heron hickory highland
highlight hinge hoist homage homestead hornet hub hustle hyper iceberg iguana illusion impala imperial impetus indie
infinity insignia instinct invincible iris isle jackal jackpot javelin jelly jester jigsaw jockey jolly jovial jubilee
jumbo karma kayak kiln kiosk kiwi knack koala lacquer ladle lattice lapis lather leaflet ledger legion lemonade
lemur levitate lighthouse limestone linen lingo lobster locket logo lollipop lookout lumen luster lyric macro magenta
magma magpie mahogany majestic mallet mandarin mango manifest manifold manor mantra marigold mariner marlin marvel
mascot matrix maze medley mender meridian mermaid meteor midas midway mimic minnow mirage mocha mockingbird molten
monarch monday monk monsoon moonlight motto muffin mulberry mule mural mussel myriad nectarine nightingale nimbus
nirvana nook noodle nugget nutmeg nymph obelisk oblivion octopus olympus omen omni oracle oregano origami oriole orion
osprey ostrich outback outlaw outlook outpost overture paddle paddock pagoda pantry paprika parade parasol parcel
parish parlor parsley pathfinder patriot patron pavilion payback peddler pendant pendulum pennant perk petite phantom
pharaoh piccolo pickle pilgrim pine ping pinto pivot plume plush podium polka porcelain porcupine porter portfolio
postcard prairie praline prelude pretzel primrose prodigy prologue propel prowl puffin puma pumpkin puppet pyramid
quail quarry quasar quench raccoon radish radius raspberry rattle rebound recess reckon redwood reindeer relic
renegade resin retro revolt rhino ribbon rib rivet roadster rogue rosemary rosewood rotor rowdy rumble saber sabre
samba sanctuary sanctum sardine sash saturn scarlet scepter schooner scooter seahorse serenade serenity serpent
shamrock shimmer silhouette siphon skyline skylark slingshot smoothie snapshot sneak sofa soda solace soleil solstice
sorbet sovereign spaniel spartan spectacle spectra sphinx spinach spire splendor sprig squirrel stallion stampede
starfish starling steward stiletto stingray stork stout streak strobe strudel strut sultan sundial sunflower sunshine
swagger sycamore tango tapestry tarragon tavern teapot tempest tether thicket thimble throttle thyme tidbit timber
tinder tinker toffee topping torpedo toucan tractor trampoline tranquil trapeze treble trellis trinity triton
triumph troop tropic trotter trove truffle tumbler tuna turnip turquoise tuxedo twine tycoon umber upbeat upland
uplift uptown utopia valiant valor vandal vanish vanity varsity vaquero venom veranda verdict vermilion vertigo
vicar vigor vineyard virtuoso visor voltage voucher vulture waffle walrus wanderer warbler warlock waterfall
weasel whirlpool whisker whiskey whistler wick wildcat wildfire windmill wisp wolverine wombat woodland woodpecker
wordsmith yak yonder zeppelin zigzag zinger zucchini
anything athletic beyond bought brought built came caught chosen dashing done drawn driven eaten fallen felt
flown forgotten fought frozen gave given gone gotten grew grown had has heard held hidden kept knew known laid led
left lent lost made meant met paid ran rang rode rung said sang sat saw seen sent shaken shot slept sold spent spoke
spoken stood stolen stuck swept taken taught thought threw thrown told took torn went were wept wild woke won wore
worn written was whoever whatever whenever wherever nobody somebody someday sometimes somehow anywhere everywhere
always maybe monthly weekly yearly daily hourly newly nearly mostly really truly fully simply only early likely
friendly lovely lonely costly deadly elderly orderly timely
brighter cleaner cooler darker deeper easier faster fewer finer fresher greater greener happier harder heavier higher
larger later lighter longer louder lower newer nicer older quicker richer safer sharper shorter simpler slower smaller
smarter smoother softer stronger sweeter taller thicker thinner tighter warmer weaker wider younger
baking banking bearing beginning being boxing branding breaking bringing building buying calling camping caring
coding coming cooking cycling dancing dining diving drawing dressing driving earring eating ending evening falling
feeling fishing fitting flying gaming going growing hearing heating hiking holding housing hunting knitting landing
leading learning listening living loading looking making marketing mating meaning meeting missing moving offering
opening outing painting parking passing planning playing pricing printing racing rating reading recording riding
rising roaming rolling running saving seating serving setting sewing sharing shipping shopping showing singing
sleeping something speaking spelling sporting spring standing starting stocking string surfing swimming talking
teaching testing thinking trading training traveling walking warning washing wedding wellbeing willing winning
working writing
activated adapted added advanced animated applied armed assisted awaited balanced based beloved blended blessed
branded built charged clipped closed coated combined committed connected covered crafted created crossed curated
dedicated designed detailed determined devoted distilled driven elevated enabled endless engaged enhanced enriched
established excited expanded featured finished fixed focused framed gifted grounded guided harnessed honed impressed
improved included increased inspired intended involved joined limited linked loaded located locked loved managed
marked measured mixed modified naked named needed noted opened organized outdoors packed paired planned played
pointed polished posted powered prepared printed proven rated refined refreshed related relaxed required rooted
rugged sacred selected shared simplified skilled sorted specified stacked supported tailored talented tested tired
trained trusted twisted united unlimited untamed updated used varied wanted wired
visa whiteboard planner miner seller buyer runner rider camper tracker scanner cleaner thermos puff puffy purr asset audible
virgin kelp elk moose badger otter ferret hedgehog hamster parrot canary finch magnet compassion gadget gizmo widget sprocket
beaker flask jug mug kettle toaster oven stove fridge mixer grinder juicer steamer cooker griddle skillet wok saucepan
tray platter cutlery spoon ladle whisk spatula sieve colander tongs hammer pliers spanner chisel screwdriver toolbox
bucket mop broom duster sponge detergent bleach shampoo conditioner lotion serum moisturizer sunscreen deodorant toothpaste
perfume makeup lipstick mascara blusher eyeliner foundation primer nail polish razor tweezers
trousers jeans shorts skirt blouse sweater hoodie cardigan vest scarf mitten sock sandal boot slipper heel trainer loafer
necklace bracelet pendant brooch earring watchband strap wallet purse backpack briefcase luggage suitcase umbrella
mattress pillow duvet blanket quilt cushion sofa couch armchair stool recliner wardrobe dresser cupboard bookshelf
laptop tablet monitor keyboard mouse printer scanner router modem speaker headphone microphone webcam charger adapter
battery cable plug socket switch bulb lamp lantern torch candle heater cooler fan humidifier purifier vacuum
bicycle scooter skateboard helmet tyre wheel saddle pedal brake engine motor gearbox clutch bumper windscreen
insurance mortgage loan pension invoice receipt refund voucher coupon discount rebate dividend bond equity portfolio
robot android cyborg avatar wizard witch dragon knight wrestler boxer archer jockey pilot captain sailor pirate soldier
accord civic corolla mustang bronco ranger explorer passport odyssey element insight fit leaf rogue sentra altima
maxima frontier titan pathfinder kicks versa golf beetle tiguan passat jetta corsa astra focus fiesta fusion escape edge
alaska arizona texas nevada denver phoenix dallas houston boston madison jackson lincoln columbia georgia florence vienna
paris london berlin milan venice verona sienna havana cairo jordan china turkey
amazon nile danube everest matterhorn sahara atlantic pacific arctic antarctic
mercury venus mars jupiter saturn uranus neptune pluto luna sol terra gaia aurora nova comet meteor
apollo athena hermes hera zeus ares atlas titan hercules nike trident pandora echo iris eos
caesar nero viking spartan trojan samurai ninja sumo kimono sushi tofu ramen noodle curry taco burrito salsa guacamole
pizza pasta lasagna risotto pesto espresso latte cappuccino mocha macchiato americano cocoa
monday tuesday wednesday thursday friday saturday sunday january february march april june july september october november december
affirmation progressive teams excel access publisher numbers pages notes reminders keynote photos music podcasts books maps
wallet health fitness translate shortcuts freeform clips contacts
hinge bumble tinder match plenty harmony spark clover grindstone
instant fresh pure simply truly boldly smartly brightly
helix orbit vertex apex zenith nexus nucleus genome enzyme protein vitamin mineral oxygen nitrogen hydrogen helium argon
krypton xenon radon neon lithium sodium potassium calcium magnesium titanium chromium nickel zinc
polo rugby tennis badminton squash cricket hockey lacrosse archery fencing judo karate yoga pilates
vex vexing boast toggle trigger cascade onboard upward inward outward onward
patagonia linear ramp affirm ripple craft hey gong streak folk affinity loom mural catapult tailwind headwind lever
habit thrive harvest clockwise reclaim motion basecamp teamwork hive nifty bubble glide amplitude heap hippo policy tonal
american british canadian chinese dutch english european french german global greek indian international irish italian
japanese korean local mexican national nordic northern polish regional roman russian scottish southern spanish swedish
swiss turkish western eastern grey navy
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
