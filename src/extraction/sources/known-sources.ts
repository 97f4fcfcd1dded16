/**
 * Widely cited sites: one a line, host and name. A host stands for its subdomains too; the longest listed
 * host that fits wins (docs.google.com before google.com).
 */
import type { SourceType } from '../types.ts';

export interface KnownSource {
  type: SourceType;
  name: string;
}

const LISTS: Partial<Record<SourceType, string>> = {
  AI_ANSWER: `
perplexity.ai Perplexity
chatgpt.com ChatGPT
chat.openai.com ChatGPT
gemini.google.com Gemini
copilot.microsoft.com Microsoft Copilot
claude.ai Claude
grok.com Grok
you.com You.com
phind.com Phind
poe.com Poe
deepseek.com DeepSeek
meta.ai Meta AI
`,
  ENCYCLOPEDIA: `
wikipedia.org Wikipedia
wikimedia.org Wikimedia
wikidata.org Wikidata
wiktionary.org Wiktionary
wikihow.com wikiHow
fandom.com Fandom
britannica.com Britannica
investopedia.com Investopedia
imdb.com IMDb
baike.baidu.com Baidu Baike
namu.wiki Namuwiki
merriam-webster.com Merriam-Webster
dictionary.com Dictionary.com
encyclopedia.com Encyclopedia.com
crunchbase.com Crunchbase
boxofficemojo.com Box Office Mojo
`,
  FORUM: `
reddit.com Reddit
quora.com Quora
stackoverflow.com Stack Overflow
stackexchange.com Stack Exchange
superuser.com Super User
serverfault.com Server Fault
askubuntu.com Ask Ubuntu
news.ycombinator.com Hacker News
zhihu.com Zhihu
head-fi.org Head-Fi
avsforum.com AVS Forum
acousticguitarforum.com Acoustic Guitar Forum
home-barista.com Home-Barista
forums.macrumors.com MacRumors Forums
xdaforums.com XDA Forums
slickdeals.net Slickdeals
mumsnet.com Mumsnet
tripadvisor.com Tripadvisor
airliners.net Airliners.net
resetera.com ResetEra
answers.microsoft.com Microsoft Answers
discussions.apple.com Apple Community
`,
  SOCIAL: `
x.com X
twitter.com X
facebook.com Facebook
instagram.com Instagram
threads.net Threads
threads.com Threads
linkedin.com LinkedIn
pinterest.com Pinterest
tumblr.com Tumblr
bsky.app Bluesky
mastodon.social Mastodon
discord.com Discord
discord.gg Discord
t.me Telegram
weibo.com Weibo
xiaohongshu.com Xiaohongshu
vk.com VK
`,
  VIDEO: `
youtube.com YouTube
youtu.be YouTube
vimeo.com Vimeo
tiktok.com TikTok
twitch.tv Twitch
dailymotion.com Dailymotion
bilibili.com Bilibili
ted.com TED
`,
  REVIEW: `
rtings.com RTINGS.com
consumerreports.org Consumer Reports
which.co.uk Which?
g2.com G2
capterra.com Capterra
trustpilot.com Trustpilot
trustradius.com TrustRadius
getapp.com GetApp
softwareadvice.com Software Advice
softwareworld.co SoftwareWorld
producthunt.com Product Hunt
alternativeto.net AlternativeTo
yelp.com Yelp
bbb.org Better Business Bureau
sitejabber.com Sitejabber
glassdoor.com Glassdoor
gartner.com Gartner
techradar.com TechRadar
tomsguide.com Tom's Guide
tomshardware.com Tom's Hardware
cnet.com CNET
pcmag.com PCMag
pcworld.com PCWorld
techadvisor.com Tech Advisor
laptopmag.com Laptop Mag
notebookcheck.net Notebookcheck
gsmarena.com GSMArena
phonearena.com PhoneArena
dxomark.com DXOMARK
dpreview.com DPReview
soundguys.com SoundGuys
whathifi.com What Hi-Fi?
techgearlab.com TechGearLab
outdoorgearlab.com OutdoorGearLab
babygearlab.com BabyGearLab
switchbacktravel.com Switchback Travel
bettertrail.com Better Trail
gearjunkie.com GearJunkie
runrepeat.com RunRepeat
solereview.com Solereview
believeintherun.com Believe in the Run
reviewed.com Reviewed
bestproducts.com Best Products
thewirecutter.com Wirecutter
edmunds.com Edmunds
kbb.com Kelley Blue Book
caranddriver.com Car and Driver
motortrend.com MotorTrend
cars.usnews.com U.S. News Cars
nerdwallet.com NerdWallet
bankrate.com Bankrate
wallethub.com WalletHub
lendingtree.com LendingTree
thepointsguy.com The Points Guy
mattressclarity.com Mattress Clarity
mattressnerd.com Mattress Nerd
naplab.com NapLab
sleepopolis.com Sleepopolis
sleepfoundation.org Sleep Foundation
garagegymreviews.com Garage Gym Reviews
vacuumwars.com Vacuum Wars
electricteeth.com Electric Teeth
projectorreviews.com Projector Reviews
security.org Security.org
safewise.com SafeWise
safehome.org SafeHome.org
seniorliving.org SeniorLiving.org
theseniorlist.com The Senior List
whistleout.com WhistleOut
highspeedinternet.com HighSpeedInternet.com
rottentomatoes.com Rotten Tomatoes
metacritic.com Metacritic
letterboxd.com Letterboxd
wareable.com Wareable
dcrainmaker.com DC Rainmaker
electricbikereview.com Electric Bike Review
packhacker.com Pack Hacker
toptenreviewed.com Top Ten Reviewed
`,
  ARTICLE: `
nytimes.com The New York Times
washingtonpost.com The Washington Post
wsj.com The Wall Street Journal
usatoday.com USA Today
latimes.com Los Angeles Times
nypost.com New York Post
sfgate.com SFGATE
sfchronicle.com San Francisco Chronicle
theguardian.com The Guardian
independent.co.uk The Independent
telegraph.co.uk The Telegraph
thetimes.com The Times
dailymail.co.uk Daily Mail
thesun.co.uk The Sun
the-sun.com The U.S. Sun
bbc.com BBC
bbc.co.uk BBC
cnn.com CNN
cnbc.com CNBC
cbsnews.com CBS News
nbcnews.com NBC News
abcnews.go.com ABC News
foxnews.com Fox News
cbc.ca CBC
npr.org NPR
pbs.org PBS
apnews.com AP News
reuters.com Reuters
bloomberg.com Bloomberg
ft.com Financial Times
economist.com The Economist
forbes.com Forbes
fortune.com Fortune
businessinsider.com Business Insider
fastcompany.com Fast Company
inc.com Inc.
entrepreneur.com Entrepreneur
hbr.org Harvard Business Review
marketwatch.com MarketWatch
fool.com The Motley Fool
time.com TIME
newsweek.com Newsweek
theatlantic.com The Atlantic
newyorker.com The New Yorker
vox.com Vox
axios.com Axios
politico.com Politico
slate.com Slate
usnews.com U.S. News & World Report
aljazeera.com Al Jazeera
dw.com DW
france24.com France 24
euronews.com Euronews
lemonde.fr Le Monde
spiegel.de Der Spiegel
elpais.com El País
indiatimes.com The Times of India
hindustantimes.com Hindustan Times
scmp.com South China Morning Post
yahoo.com Yahoo
msn.com MSN
news.google.com Google News
wired.com WIRED
theverge.com The Verge
techcrunch.com TechCrunch
arstechnica.com Ars Technica
engadget.com Engadget
gizmodo.com Gizmodo
mashable.com Mashable
zdnet.com ZDNET
venturebeat.com VentureBeat
digitaltrends.com Digital Trends
techtarget.com TechTarget
infoworld.com InfoWorld
theregister.com The Register
lifewire.com Lifewire
lifehacker.com Lifehacker
howtogeek.com How-To Geek
makeuseof.com MakeUseOf
xda-developers.com XDA
androidcentral.com Android Central
androidauthority.com Android Authority
androidpolice.com Android Police
windowscentral.com Windows Central
9to5mac.com 9to5Mac
9to5google.com 9to5Google
macrumors.com MacRumors
macworld.com Macworld
beebom.com Beebom
techhive.com TechHive
geekflare.com Geekflare
zapier.com Zapier
unite.ai Unite.AI
softwaretestinghelp.com Software Testing Help
techopedia.com Techopedia
voanews.com VOA
cybernews.com Cybernews
dev.to DEV
medium.com Medium
substack.com Substack
hackernoon.com HackerNoon
freecodecamp.org freeCodeCamp
searchengineland.com Search Engine Land
statista.com Statista
ign.com IGN
gamespot.com GameSpot
polygon.com Polygon
pcgamer.com PC Gamer
gamesradar.com GamesRadar+
eurogamer.net Eurogamer
screenrant.com Screen Rant
collider.com Collider
variety.com Variety
hollywoodreporter.com The Hollywood Reporter
deadline.com Deadline
rollingstone.com Rolling Stone
people.com People
vulture.com Vulture
nymag.com New York Magazine
thecut.com The Cut
gq.com GQ
esquire.com Esquire
vogue.com Vogue
elle.com ELLE
glamour.com Glamour
instyle.com InStyle
cosmopolitan.com Cosmopolitan
harpersbazaar.com Harper's Bazaar
byrdie.com Byrdie
allure.com Allure
whowhatwear.com Who What Wear
menshealth.com Men's Health
womenshealthmag.com Women's Health
runnersworld.com Runner's World
bicycling.com Bicycling
cyclingweekly.com Cycling Weekly
irunfar.com iRunFar
outsideonline.com Outside
popsci.com Popular Science
popularmechanics.com Popular Mechanics
livescience.com Live Science
space.com Space.com
smithsonianmag.com Smithsonian Magazine
nationalgeographic.com National Geographic
nature.com Nature
sciencedirect.com ScienceDirect
healthline.com Healthline
webmd.com WebMD
health.com Health
verywellfit.com Verywell Fit
mayoclinic.org Mayo Clinic
goodhousekeeping.com Good Housekeeping
realsimple.com Real Simple
bhg.com Better Homes & Gardens
thespruce.com The Spruce
thespruceeats.com The Spruce Eats
architecturaldigest.com Architectural Digest
idealhome.co.uk Ideal Home
foodandwine.com Food & Wine
bonappetit.com Bon Appétit
seriouseats.com Serious Eats
epicurious.com Epicurious
foodnetwork.com Food Network
allrecipes.com Allrecipes
thekitchn.com The Kitchn
travelandleisure.com Travel + Leisure
cntraveler.com Condé Nast Traveler
lonelyplanet.com Lonely Planet
guitarworld.com Guitar World
musicradar.com MusicRadar
loudersound.com Louder
cbr.com CBR
insideevs.com InsideEVs
electrek.co Electrek
autocar.co.uk Autocar
topgear.com Top Gear
teslarati.com Teslarati
simpleflying.com Simple Flying
aarp.org AARP
ncoa.org NCOA
creditkarma.com Credit Karma
money.com Money
kiplinger.com Kiplinger
buzzfeed.com BuzzFeed
huffpost.com HuffPost
theconversation.com The Conversation
`,
  DOCUMENTATION: `
docs.google.com Google Docs
github.com GitHub
gitlab.com GitLab
npmjs.com npm
pypi.org PyPI
readthedocs.io Read the Docs
developer.mozilla.org MDN
learn.microsoft.com Microsoft Learn
support.mozilla.org Mozilla Support
docs.oracle.com Oracle Documentation
docs.aws.amazon.com AWS Documentation
huggingface.co Hugging Face
arxiv.org arXiv
w3.org W3C
platform.openai.com OpenAI
`,
  STORE: `
amazon.com Amazon
amazon.co.uk Amazon
amazon.de Amazon
amazon.ca Amazon
amazon.in Amazon
amazon.fr Amazon
amazon.co.jp Amazon
ebay.com eBay
walmart.com Walmart
target.com Target
bestbuy.com Best Buy
costco.com Costco
samsclub.com Sam's Club
homedepot.com The Home Depot
lowes.com Lowe's
wayfair.com Wayfair
ikea.com IKEA
etsy.com Etsy
aliexpress.com AliExpress
alibaba.com Alibaba
newegg.com Newegg
bhphotovideo.com B&H
macys.com Macy's
kohls.com Kohl's
nordstrom.com Nordstrom
sephora.com Sephora
ulta.com Ulta Beauty
rei.com REI
backcountry.com Backcountry
dickssportinggoods.com Dick's Sporting Goods
zappos.com Zappos
sweetwater.com Sweetwater
guitarcenter.com Guitar Center
thomann.de Thomann
surlatable.com Sur La Table
williams-sonoma.com Williams Sonoma
abt.com Abt
staples.com Staples
argos.co.uk Argos
currys.co.uk Currys
mediamarkt.de MediaMarkt
otto.de OTTO
flipkart.com Flipkart
shopping.yahoo.com Yahoo Shopping
shopping.google.com Google Shopping
steampowered.com Steam
apps.apple.com App Store
play.google.com Google Play
chromewebstore.google.com Chrome Web Store
chrome.google.com Chrome Web Store
apps.microsoft.com Microsoft Store
microsoftedge.microsoft.com Edge Add-ons
addons.mozilla.org Firefox Add-ons
appsumo.com AppSumo
`,
  OTHER: `
vertexaisearch.cloud.google.com Google Search
sites.google.com Google Sites
drive.google.com Google Drive
web.archive.org Internet Archive
`,
};

export const KNOWN_SOURCES: ReadonlyMap<string, KnownSource> = new Map(
  Object.entries(LISTS).flatMap(([type, list]) =>
    list
      .trim()
      .split('\n')
      .map((line): [string, KnownSource] => {
        const space = line.indexOf(' ');
        return [line.slice(0, space), { type: type as SourceType, name: line.slice(space + 1) }];
      }),
  ),
);
