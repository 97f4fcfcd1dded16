/**
 * Words and phrases by which an answer speaks well of a brand. How they are written: see `WordList`.
 */
import type { WordList } from './word-list.ts';

/** Nothing left to wish for, or chosen before all others. */
const HIGH: WordList = {
  weight: 0.8,
  adjectives: `
    excellent outstanding exceptional superb fantastic amazing brilliant phenomenal terrific magnificent stellar
    unbeatable unmatched unrivaled unrivalled unparalleled unsurpassed flawless faultless spotless impeccable
    incredible extraordinary spectacular stunning marvelous marvellous wonderful fabulous gorgeous heavenly
    exemplary masterful astonishing astounding breathtaking sublime exquisite legendary peerless matchless
    unequaled unequalled unstoppable jaw-dropping mind-blowing game-changing awesome invaluable indispensable
    world-class first-class first-rate top-notch top-tier top-of-the-line award-winning best-in-class
    class-leading industry-leading market-leading category-leading league-leading segment-leading
    state-of-the-art second-to-none top-rated top-ranked highest-rated best-rated top-performing
    best-performing best-selling top-selling five-star must-have must-buy must-try bulletproof rock-solid
    superlative splendid miraculous divine immaculate perfect best favorite favourite best-known
    best-regarded best-reviewed most-loved`,
  verbs: 'excel+ wow dazzle amaze astonish astound outshine outclass',
  nouns: `
    winner favorite favourite masterpiece gem standout champion no-brainer game-changer showstopper powerhouse
    frontrunner front-runner excellence perfection superstar all-star must-have must-buy five-star workhorse`,
  words: 'wowed aced aces slaps superbly unbeatably hands-down ★5 ★4 👍 🏆 🥇 💯 ♥ ❤',
  phrases: `
    top pick, top picks, top choice, top choices, first choice, number one, best choice, best option, best pick,
    best bet, best overall, best value, best budget, best premium, best for, best all around, best all rounder,
    top recommendation, top recommendations, our pick, our picks, our favorite, our favourite, my pick, my favorite,
    my favourite, editor's choice, editors' choice, editor's pick, editors' pick, people's choice, staff pick,
    upgrade pick, budget pick, runner up pick, overall winner, winner, winner's circle, gold standard, benchmark for,
    the benchmark, go to, go tos, highly recommended, strongly recommended, highly recommend, strongly recommend,
    wholeheartedly recommend, come/comes/came highly recommended, can't go wrong, cannot go wrong, can not go wrong,
    hard to beat, tough to beat, difficult to beat, impossible to beat, hard to top, second to none,
    in a class of its own, in a league of its own, a league of its own, a cut above, cut above the rest,
    head and shoulders above, leader of the pack, lead/leads/leading the pack, ahead of the pack, ahead of the curve,
    lead/leads/leading the way, set/sets/setting the standard, set/sets/setting the bar, raise/raises the bar,
    worth every penny, worth every cent, worth the splurge, worth the investment, worth the money, worth the price,
    worth the cost, worth the extra, worth the premium, worth the upgrade, worth it, worth buying, well worth,
    definitely worth, absolutely worth, bang for the buck, bang for your buck, bang for buck, best of the best,
    best of both worlds, best on the market, cream of the crop, crown jewel, dream come true, blow/blows/blew away,
    blow/blows you away, knock/knocks it out of the park, hit/hits the mark, hit/hits it out of the park,
    nail/nails/nailed it, tick/ticks all the boxes, check/checks all the boxes, tick/ticks every box,
    check/checks every box, steal/steals the show, take/takes the crown, take/takes the cake, take/takes first place,
    take/takes the top spot, top spot, top of the list, top of our list, top of the line, tops the list,
    topped the list, tops our list, rank/ranks/ranked first, rank/ranks/ranked highest, rank/ranks/ranked number one,
    rank/ranks/ranked at the top, rated highest, full marks, top marks, high marks, five stars, 5 stars,
    flying colors, flying colours, punch/punches/punching above its weight, state of the art, will/ll outlive you,
    not a single complaint, can't recommend enough, cannot recommend enough, love/loves/loved it, absolute beast,
    absolute gem, hidden gem, real gem, a gem, a joy, a pleasure, a delight, a dream, a treat, absolute must,
    must have, must haves, must buy, must try, won't let you down, never let/lets us/you/me down, never looked back,
    holy grail, sweet spot, above and beyond, one of the best, among the best, some of the best, the best, by far,
    hall of fame, perfect for, perfect match, perfect fit, perfect choice, perfect balance, a beast,
    blow/blows _ out of the water, better than ever, beyond expectations, exceed/exceeds/exceeded expectations,
    won our hearts, king of, queen of, crowd favorite, fan favorite, fan favourite, crowd pleaser, perennial favorite,
    win/wins/won hands down, win/wins/won this one, the winner, winning combination,
    stand/stands/stood head and shoulders, number 1, no 1, #1, 10 out of 10, 5 out of 5, zero regrets, no regrets,
    chef's kiss, works like a charm, work/works like a dream, like a dream, made in heaven, shining star,
    shining example, in love with, value for money, five star, clear winner, ice quality`,
};

/** Plain praise and recommendation. */
const PLAIN: WordList = {
  weight: 0.5,
  adjectives: `
    great good nice impressive remarkable ideal reliable dependable trustworthy trusted reputable respected renowned
    acclaimed celebrated beloved admired esteemed prestigious recommended praised lauded popular strong superior
    robust durable sturdy long-lasting well-made well-built well-designed well-crafted well-reviewed
    well-regarded well-rounded well-liked well-loved well-respected well-known well-suited well-established
    well-balanced well-priced well-equipped well-thought-out highly-rated high-rated highly-regarded
    high-quality high-performance high-end highest-quality premium powerful capable effective efficient
    intuitive user-friendly easy-to-use comfortable comfy cozy cosy plush luxurious elegant stylish beautiful
    lovely attractive sleek polished refined delightful enjoyable pleasant satisfying rewarding happy satisfied
    delighted pleased impressed innovative cutting-edge pioneering versatile flexible adaptable seamless smooth
    effortless painless hassle-free worry-free stress-free frictionless responsive snappy speedy swift blazing
    lightning-fast fast quick crisp vivid vibrant sharp accurate precise immersive rich balanced consistent stable
    dependable safe safest secure transparent honest fair generous helpful friendly courteous attentive
    knowledgeable caring welcoming spacious roomy airy supportive breathable soft gentle nourishing
    hydrating soothing delicious tasty flavorful flavourful fresh nutritious wholesome healthy exciting engaging fun
    entertaining inspiring compelling convincing valuable worthwhile cost-effective economical thoughtful ingenious
    clever brainy handy convenient practical all-around all-round feature-rich feature-packed comprehensive
    extensive thorough rigorous detailed meticulous exquisite artisan authentic iconic timeless classic noteworthy
    notable formidable dominant leading proven time-tested tried-and-true battle-tested resilient rugged tough
    hard-wearing heavy-duty solid steadfast ultra-comfortable ultra-reliable buttery ergonomic customizable
     unique distinctive appealing desirable sought-after coveted lucrative profitable promising thriving
    flourishing prosperous successful bullish undervalued advantageous beneficial favorable favourable optimal
    lifelike silky velvety lush radiant glowing flattering groundbreaking revolutionary visionary
    influential inclusive sustainable eco-friendly non-toxic toxin-free cruelty-free hypoallergenic
    budget-friendly wallet-friendly family-friendly kid-friendly beginner-friendly travel-friendly pet-friendly
    whisper-quiet quiet lightweight featherweight feather-light near-silent crystal-clear bright brighter
    unlimited ample abundant plentiful immense wide-ranging `,
  gradable: `
    great nice strong smooth sharp fast quick safe soft bright easy friendly healthy tasty fresh quiet
    sturdy tough calm classy comfy cozy handy rich roomy simple sleek snappy speedy steady wise
    crisp cheap `,
  verbs: `
    recommend praise impress shine delight love adore appreciate enjoy admire commend applaud laud celebrate
    outperform surpass exceed satisfy thrill elevate favor favour thrive flourish succeed dominate win+
    endorse laud recommend cherish prefer rave surge soar pioneer revolutionize revolutionise pamper glide
    soothe outlast boast triumph`,
  nouns: `
    praise acclaim kudos accolade superiority craftsmanship
    elegance popularity leader pioneer strength advantage benefit upside bargain
    steal treat delight innovator trailblazer peace-of-mind merit virtue success breakthrough
    all-rounder recommendation contender crowd-pleaser overachiever
    admiration enthusiasm`,
  words: `
    won best-suited loves loved beloved excels stood-out rave raves raved winning wins perfectly ideally beautifully
    superbly flawlessly brilliantly wonderfully impressively effortlessly seamlessly well-deserved better
    properly happily honourable honorable`,
  phrases: `
    solid choice, solid choices, solid option, solid options, solid pick, solid picks, solid all rounder,
    great choice, great choices, great option, great options, great pick, great value, good value, excellent value,
    good choice, good choices, good option, good options, good pick, good bet, safe bet, safe choice, safest bet,
    strong choice, strong option, strong pick, strong contender, strong contenders, strong candidate, top contender,
    top contenders, serious contender, wise choice, sound choice, popular choice, popular choices, popular option,
    popular options, popular pick, reliable choice, reliable option, standout choice, standout option,
    standout choices, excellent choice, excellent option, best known for, worth considering, worth a look,
    worth checking out, worth trying, worth exploring, worth a try, worth looking at, worth noting for,
    deserve/deserves a look, deserve/deserves a spot, deserve/deserves consideration, ideal for, ideal choice,
    great for, good for, excellent for, well suited, best suited, suited for, suited to, best used for,
    well worth considering, look no further, hands down, happy with, pleased with, satisfied with,
    stand/stands/standing/stood out, stands apart, set/sets _ apart, set/sets apart, go/goes the extra mile,
    above average, better than average, better than most, better than expected, better than competitors,
    better served by, live/lives up to, lived up to, hold/holds up well, held up well, age/ages well,
    keep/keeps its promise, deliver/delivers on, perform/performs well, performed well, work/works well, worked well,
    work/works great, work/works flawlessly, do/does well, did well, do/does a great job, do/does a good job,
    does an excellent job, do/does the job well, get/gets/got the job done, gets it right, sound/sounds great,
    look/looks great, feel/feels great, feels premium, feel premium, sound/sounds good, feel/feels solid,
    hold/holds its own, held its own, pack/packs a punch, stand/stands the test of time, stood the test of time,
    built to last, made to last, last/lasts for years, last/lasts a lifetime, last/lasts for decades, lasts for ages,
    go/goes a way, great bang, worth your while, strong reputation, solid reputation, good reputation,
    great reputation, excellent reputation, stellar reputation, reputation for quality, reputation for reliability,
    reputation for durability, reputation for excellence, proven track record, track record of, strong track record,
    solid track record, good track record, the one to get, the one to buy, the one to beat, pays for itself, smash hit, a hit with, little risk, long wear, better off with NAME, better off with the NAME, positive reviews, positive feedback, great reviews, good reviews,
    rave reviews, glowing reviews, excellent reviews, strong reviews, favorable reviews, high ratings, high rating,
    high scores, high score, strong ratings, good ratings, excellent ratings, positive ratings, high praise,
    widely praised, highly praised, well regarded, highly regarded, widely regarded, highly rated, highly acclaimed,
    well reviewed, well received, well liked, well loved, well made, well built, well designed, well rounded,
    well crafted, well established, well known, well respected, well priced, well deserved, well balanced,
    well suited for, well thought out, much loved, much improved, highly effective, highly capable, highly reliable,
    highly rated by, highly sought after, sought after, in high demand, in demand, loyal following, cult following,
    loyal fan base, loyal customer base, fan base, market leader, industry leader, global leader, leader in,
    leading brand, leading provider, household name, leading the market, leading choice, leading option, a leader,
    a pioneer, trusted name, trusted brand, trusted by, peace of mind, ease of use, easy to use, easy to set up,
    easy to clean, easy to install, easy to learn, easy to navigate, easy to recommend, easy to operate,
    easy to assemble, easy to love, easy to maintain, easy to manage, easy to follow, easy to carry, simple to use,
    simple to set up, a breeze, make/makes it easy, makes it simple, making it easy, make/makes it simple,
    making it simple, user friendly, straightforward to, without breaking the bank, won't break the bank,
    doesn't break the bank, without compromising, without sacrificing, doesn't compromise on, without the fuss,
    without fuss, without hassle, no hidden fees, no hidden costs, no hidden charges, no surprises, no nonsense,
    no frills, no fees, no monthly fees, no annual fee, no foreign transaction fees, no foreign transaction fee,
    no term contracts, no contracts, no contract, no commission, commission free, no blackout dates, don't expire,
    never expire, doesn't expire, no subscription required, no strings attached, no questions asked,
    money back guarantee, lifetime warranty, generous warranty, lifetime guarantee, limited lifetime warranty,
    thumbs up, two thumbs up, good news, on the plus side, big plus, major plus,
    a plus, nice touch, nice bonus, added bonus, a big fan, fans love, fans of, users love, people love,
    customers love, reviewers love, users like, people like, customers like, reviewers like, users appreciate,
    users report good, vets like, veterinarians like, parents like, critics like, buy it, get a NAME, get the NAME,
    get NAME, pick NAME, pick the NAME, go with NAME, go with the NAME, go for NAME, go for the NAME, choose NAME,
    choose the NAME, lean toward/towards NAME, lean toward the NAME, lean toward/towards, opt for NAME,
    opt for the NAME, try NAME, try the NAME, start with NAME, start with the NAME, buy NAME, buy the NAME,
    stick with NAME, stick with the NAME, i'd start with, i'd pick, i'd choose, i'd go with, i would pick,
    i would choose, i would go with, we recommend, i recommend, i'd recommend, we'd recommend, we suggest, i suggest,
    i'd suggest, should take a close look, you'll be happy with, you will be happy with, you'll love, you will love,
    happy customers, satisfied customers, check out NAME, check out the NAME, take a look at NAME, honorable mention,
    honorable mentions, honourable mention, honourable mentions, runner up, runners up, close second, most popular,
    most reliable, most trusted, most versatile, most durable, most recommended, most advanced, most comprehensive,
    most powerful, most comfortable, cutting edge, high quality, high performance, high end, top quality,
    top performance, top performer, top performers, top brand, top brands, top rated, top seller, best seller,
    best sellers, bestseller, bestsellers, top tier, top notch, first rate, world class, budget friendly, great price,
    good price, low price, low prices, lower price, lower prices, lower cost, lower costs, lower fees, lower fee,
    lower rates, low cost, low fees, low fee, low noise, low maintenance, lower noise, fewer fees, fewer problems,
    fewer issues, fewer errors, fewer bugs, fewer crashes, fewer ads, fewer complaints, fewer fillers, lower latency,
    lower risk, low latency, low risk, competitive price, competitive prices, competitive pricing, competitive rates,
    attractive price, fair price, fair prices, reasonable price, reasonable prices, reasonably priced,
    affordably priced, competitively priced, price to performance, price performance, next level, next generation,
    ahead of its time, back on track, on point, spot on, dialed in, up to par, up to the task, rain or shine,
    fast growing, fastest growing, rapid growth, strong growth, strong performance, strong demand, record profits,
    record revenue, solid performance, solid performer, great performance, good performance, excellent performance,
    vast selection, vast library, extensive library, large library, rich library, extensive network, large network,
    extensive range, broad range, full range, great selection, good selection, strong support, excellent support,
    great support, good support, 24/7 support, responsive support, helpful support, excellent customer service,
    great customer service, good customer service, battery life, great battery life, good battery life,
    excellent battery life, all day battery, true blacks, rich colors, vivid colors, accurate colors, easier to,
    quieter, more reliable, more durable, more affordable, more accurate, more comfortable, more powerful,
    more efficient, more secure, more for your money, save/saves/saving you money, save/saves/saving money,
    saves time, save time, saving time, saves you time, big win, on par with the best, stress free, hassle free,
    worry free, feel good, satisfied users, would buy again, buy again, would recommend, i'd buy,
    keep/keeps coming back, favorite among, favourite among, favorite for, trusted choice, preferred choice,
    preferred option, a must, no complaints, no problems, no issues, trouble free, bug free, error free, crash free,
    lag free, odor free, wrinkle free, won _ awards, wins awards, award winning, won awards, earned praise,
    earns praise, receive/receives praise, high customer satisfaction, customer satisfaction, high marks for,
    scores high, score/scores well, scored well, scores highly, scored highest, earns top, earned top, top safety,
    top score, top scores, top rating, top ratings, five out of five, wears well, fits well, fit well, a step above,
    step up from, step above, notch above, cut above, edge over, upper hand, ahead of, neck and neck at the top,
    have/has the edge, has an edge, gain/gains an edge, make/makes sense, makes a great, make a great,
    makes an excellent, makes a good, make/makes life easier, makes sense for, would be a good, would be a great,
    is a great, is a good, a good fit, great fit, good fit, right choice, right fit, sensible choice,
    compelling choice, compelling option, attractive option, attractive choice, healthy choice, natural choice,
    obvious choice, easy choice, logical choice, default choice, exactly what, just right, nothing to complain about,
    reason to choose, reasons to choose, key strength, key strengths, why it's good, why it's great, why we like it,
    why we love it, what we like, what we love, why it stands out, why choose, why you'll love it, smart choice,
    smart pick, smart buy, smart option, long warranty, huge fan, big fan, wide range of, wide selection,
    wide variety, huge selection, huge library, deep blacks, choice for, choice among, wide appeal, long term buy,
    five star reviews, huge plus, quality construction, high quality construction, good quality, great quality,
    excellent quality, superior quality, build quality is excellent, great sound quality, excellent sound quality,
    huge value, real value, exceptional value`,
};

/** Something to its credit, said in passing. */
const MILD: WordList = {
  weight: 0.25,
  adjectives: `
    affordable inexpensive decent suitable adequate reasonable competitive accessible simple straightforward
    easy  contemporary sizable sizeable portable compact slim usable useful serviceable
    respectable viable acceptable satisfactory okay improved upgraded advanced sophisticated
    enhanced large-capacity full-featured dedicated tailored customized
    personalized personalised improved energy-efficient
    water-resistant waterproof weatherproof stain-resistant scratch-resistant dishwasher-safe all-in-one multi-purpose
    multifunctional multipurpose organic natural tidy warm cooling calm steady optimized optimised
    automated automatic integrated lifelong cheap intelligent minimalist streamlined
    hands-free adjustable interesting impactful loyal ethical responsible faster compatible`,
  gradable: 'cheap slim spacious light',
  verbs: `
    improve enhance boost maximize maximise optimize optimise simplify streamline empower 
    ensure guarantee cater specialize specialise prioritize suit benefit outdo
    deserve blend combine `,
  nouns: `
    affordability reliability durability versatility comfort convenience simplicity flexibility portability efficiency accuracy
    stability clarity improvement enhancement perk satisfaction growth
    staple mainstay sustainability breathability customization customisation`,
  words:
    'consider helps earns easily reliably comfortably quickly smoothly efficiently effectively consistently evenly conveniently adequately 🙂 💪',
  phrases: `
    known for, famous for, renowned for, praised for, noted for, recognized for, recognised for, regarded as,
    considered one of, known as one of, a staple, good enough, does the job, do the trick, does the trick, gets by,
    all you need, everything you need, all in one, built in, range of features, plenty of, lots of, tons of,
    packed with, loaded with, budget option, budget choice, budget alternative, affordable alternative,
    cheaper alternative, lower cost alternative, great alternative, good alternative, excellent alternative,
    worthy alternative, solid alternative, strong alternative, large capacity, high capacity, high resolution,
    high speed, high yield, high precision, high accuracy, fast charging, quick charging, full featured, feature rich,
    feature packed, rich features, advanced features, extra features, tight budget, on a budget, money saving,
    space saving, time saving, energy saving, energy efficient, cost effective, free shipping and returns,
    free returns, generous return, trial period, risk free, low interest, extra comfort, good balance, great balance,
    nice balance, balance of, balance between, strike/strikes a balance, mix of, blend of, combination of,
    focus on quality, designed to last, designed for comfort, designed with comfort, made with care, made with high,
    one of the most, one of the top, among the top, among the most, perfectly fine, a popular, fits the bill,
    fit the bill, well equipped, fully featured, easy access, easy setup, easy installation, easy cleanup,
    easy cleaning, easy integration, quick setup, simple setup, works with most, widely available, strong community,
    large community, active community, good community, great community, growing popularity, gaining popularity,
    positive impact, positive effect, good results, great results, better results, best results, proven results,
    real results, help/helps you, allow/allows you to easily, cater/caters to, ideal if, great if, good if,
     also consider, designed specifically, specifically designed, perfect if, all day comfort,
    added convenience, extra convenience, on the go, lead/leads in, leading in, outstanding in, scores in, gold level,
    broad compatibility, good compatibility, cost savings, big savings, significant savings, good deal, great deal,
    good deals, great deals, best deal, best deals, best price, best prices, at no extra cost, at no additional cost,
    free of charge, without extra cost, included at no cost, wide array, value option, value pick, long lasting,
    long range, smart features, go with, opt for, check out, curated, would be the NAME, it would be NAME, it'd be the NAME, it'd be NAME, highlighted as, consider NAME, consider the NAME, consider a NAME, wide compatibility,
    long battery life, welcome bonus, quality materials, wide network, larger capacity, larger display, larger screen, bigger battery, larger battery, bigger screen, longer range, longer battery life, longer warranty, large selection`,
};

export const PRAISE: readonly WordList[] = [MILD, PLAIN, HIGH];
