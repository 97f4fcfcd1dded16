/**
 * Words and phrases by which an answer finds fault with a brand or warns against it. How they are written: see
 * `WordList`.
 */
import type { WordList } from './word-list.ts';

/** Warnings, and faults that rule a product out. */
const HIGH: WordList = {
  weight: -0.8,
  adjectives: `
    terrible horrible awful dreadful atrocious abysmal appalling horrendous horrid miserable pathetic disastrous
    catastrophic worst useless worthless unusable unacceptable unbearable intolerable disgusting revolting vile
    fraudulent deceptive predatory dishonest corrupt unethical untrustworthy disreputable scammy shady sketchy
    notorious infamous laughable shameful disgraceful scandalous inexcusable unforgivable outrageous toxic
    hazardous defective unsafe dangerous deadly lethal contaminated counterfeit broken garbage bankrupt insolvent
    overpriced abusive exploitative negligent reckless lousy ghastly nightmarish godawful crappy shoddy trashy
    inedible poisonous rancid bedbug-infested moldy mouldy filthy discredited disgraced criminal illegal unlawful
    life-threatening`,
  verbs: 'scam+ defraud swindle cheat despise loathe hate boycott blacklist recall embezzle sabotage',
  nouns: `
    scam fraud ripoff rip-off disaster nightmare fiasco debacle catastrophe failure letdown let-down junk
    garbage trash crap lawsuit recall scandal atrocity horror-story malpractice embezzlement bankruptcy
    bedbug cockroach abomination travesty swindle swindler scammer indictment Ponzi`,
  words:
    'avoid beware sucks sucked worst loser losers regret regrets regretted regretting ❌ 👎 🚫 ⚠ ⛔ ★1 ★2 ★0 worst-case',
  phrases: `
    stay/staying/stayed away from, steer/steers/steering clear, keep away from, stay clear of, run away from,
    keep your distance, best avoided, should avoid, should be avoided, not recommended,
    not recommend, don't buy, do not buy, don't bother, not worth, isn't worth, wasn't worth, aren't worth,
    not worth it, not worth the money, not worth the price, waste of money, waste of time, waste your money,
    waste your time, rip off, ripped off, rips off, total ripoff, hot mess, a mess, dumpster fire, train wreck,
    bad idea, big mistake, can't recommend, cannot recommend, can not recommend, wouldn't recommend,
    would not recommend, won't recommend, don't recommend, do not recommend, doesn't recommend,
    warn/warns/warned/warning against, advise/advises/advised against, recommend/recommends/recommended against,
    caution/cautions/cautioned against, be cautious with, be careful with, be wary of, wary of, be cautious about,
    use caution with, proceed with caution, exercise caution, hidden fees, hidden costs, hidden charges, junk fees,
    bait and switch, false advertising, misleading advertising, misleading claims, misleading customers, false claims,
    class action, class action lawsuit, faces a lawsuit, facing lawsuits, sued by, sued for, was sued, were sued,
    been sued, fined for, was fined, been fined, were fined, fined by, accused of, charged with fraud,
    investigated for, under investigation, convicted of, pleaded guilty, found guilty, antitrust violation,
    antitrust violations, safety recall, safety recalls, product recall, recalled, was recalled, were recalled,
    issued a recall, pulled from shelves, pulled from the market, banned in, banned from, data breach, data breaches,
    security breach, security breaches, data leak, was hacked, been hacked, got hacked, security flaw, security flaws,
    security vulnerability, security vulnerabilities, massive outage, fire hazard, safety hazard, choking hazard,
    safety concerns, safety concern, safety issues, safety problems, safety risk, health risk, health risks,
    worst performer, worst performers, worst in class, worst rated, lowest rated, lowest score, one star, 1 star,
    one star reviews, 1 out of 5, zero stars, dead last, bottom of the barrel, bottom of the list, bottom of the pack,
    at the bottom, rank/ranks/ranked last, deal breaker, dealbreaker, deal breakers, dealbreakers, red flag,
    red flags, cautionary tale, bad reputation, poor reputation, terrible reputation, tarnished reputation,
    damaged its reputation, went bankrupt, filed for bankruptcy, go/goes/went out of business, shut down,
    leave/leaves/leaving/left customers stranded, leaving users stranded, lost trust, lose trust, losing trust,
    do more harm, never again, nothing but trouble, nothing but problems, thumbs down,
    two thumbs down, fall/falls/fell apart, falling apart, break/breaks/broke down, breaks easily, break easily,
    broke after, broke within, stopped working, stops working, quit working, die/dies/died after, died within,
    dead on arrival, catch/catches/caught fire, hate it, hated it, turned up their noses, turn up their noses,
    left a bad taste, bad taste, pyramid scheme, ponzi scheme, undeclared stimulants, lost backups,
    account suspensions, account suspension, avoid NAME, avoid the NAME,
    avoid this, avoid these, hard pass, distant second, a distant second, short lived, be avoided, NAME should be avoided`,
};

/** Plain criticism. */
const PLAIN: WordList = {
  weight: -0.5,
  adjectives: `
    bad poor weak inferior worse disappointing disappointed underwhelming unimpressive lackluster lacklustre mediocre subpar
    sub-par substandard unreliable inconsistent unstable flimsy fragile brittle cheaply-made flawed faulty buggy glitchy laggy
    janky clunky clumsy cumbersome awkward confusing convoluted unintuitive frustrating frustrated annoying irritating
    irritated tedious painful slow sluggish unresponsive delayed unhelpful rude unfriendly unprofessional
    dismissive incompetent careless sloppy dirty smelly stinky noisy loud uncomfortable stiff scratchy tinny muddy
    muffled harsh shrill distorted blurry grainy dull drab bland flavorless flavourless tasteless stale soggy greasy sticky
    outdated obsolete dated antiquated archaic stagnant overrated overhyped overcomplicated overwhelming
    unsatisfied dissatisfied unsatisfactory unsatisfying unhappy angry upset furious misleading opaque unclear
    vague inaccurate imprecise incorrect wrong erroneous invasive intrusive pushy stingy costly
    exorbitant excessive unreasonable unjustified steep unfair ineffective inefficient inadequate insufficient
    deficient incomplete half-baked unfinished unpolished rushed cramped claustrophobic inconvenient
    problematic troublesome troubled worrying worrisome concerning alarming questionable dubious suspicious
    risky volatile vulnerable insecure unproven controversial criticized criticised unpopular unattractive ugly boring
    forgettable gimmicky pointless unnecessary bloated wasteful uncompetitive nonexistent non-existent
    unappealing uninspired uninspiring unremarkable finicky fiddly temperamental hit-and-miss spotty patchy
    erratic erratically unpredictable leaky creaky wobbly rickety saggy lumpy itchy rough irritated
    unsupportive unforgiving stressful plagued riddled marred overloaded overcrowded understaffed
    bearish declining struggling failing stagnating beleaguered embattled unhealthy harmful damaging detrimental
    adverse negative unfavorable unfavourable undesirable undercooked overcooked burnt
    drawn-out long-winded meh ho-hum so-so second-rate third-rate low-quality low-end poor-quality poorly-made
    poorly-built poorly-designed badly-designed ill-fitting ill-suited unsuitable incompatible unavailable
    unsustainable anti-competitive anticompetitive monopolistic unresolved unsupported`,
  gradable:
    'weak slow noisy loud rough clumsy flimsy dull dim blurry steep risky pricey stiff ugly dirty harsh clunky sloppy buggy',
  verbs: `
    disappoint frustrate annoy irritate complain lag+ stutter crash freeze malfunction fail overheat leak crack
    sag+ creak rattle wobble peel rust corrode fade rip+ degrade deteriorate suffer struggle overcharge
    underperform underdeliver underwhelm hinder hamper impede criticize criticise condemn denounce lambast slam+
    decline plummet plunge slump stumble falter stagnate worsen mislead misrepresent neglect ignore
    jam+ clog+ flicker disconnect blister smell stink mistreat violate infringe harm damage ruin spoil+ plague mar+
    dislike upset confuse overwhelm discontinue cripple overpromise exaggerate nickel-and-dime
    gouge worry scuff dent fray warp overrun misfire`,
  nouns: `
    problem issue complaint criticism flaw fault defect bug glitch crash failure malfunction breakdown
    drawback downside disadvantage weakness shortcoming shortfall pitfall limitation deficiency hassle
    annoyance frustration disappointment dissatisfaction irritation nuisance gripe grievance backlash controversy
    danger hazard outage downtime lag stutter leak crack mistake blunder misstep
    setback trouble difficulty mess struggle bottleneck penalty overcharge markup bloatware clutter adware
    layoff violation allegation accusation probe investigation decline slump downturn downgrade
    instability inconsistency inaccuracy unreliability inefficiency vulnerability dealbreaker uncertainty
    tinniness blur overkill eyesore gimmick monopoly rash itching dud flop snag`,
  words: `
    worse poorly badly sadly unluckily broke breaks failed fails
    inferior flopped misled unreliably slowly falsely wrongly inadequately stank hurts hurt worryingly alarmingly faultily
    unfairly unevenly painfully 👎 😡 😞`,
  phrases: `
    fall/falls/fell/falling short, come/comes/came up short,
    leave/leaves/left/leaving much/something/a lot/lot to be desired, leave much to be desired,
    leaves a lot to be desired, could be better, could be improved, could use improvement, room for improvement,
    needs improvement, need improvement, needs work, needs some work, needs to improve, not as good, not so good,
    not so great, not ideal, not great, not the best, not good, not suitable, not designed for, not compatible,
    not for everyone, not for you, not enough, not up to par, not up to scratch, isn't great, isn't ideal,
    isn't the best, aren't great, not as robust, not as strong, not as fast, not as powerful, can't match, cannot match,
    doesn't match, can't compete, cannot compete, don't compare, doesn't compare, not on par, below average,
    below par, nothing special, nothing to write home about, nothing new, run of the mill, middle of the road,
    mixed bag, too expensive, too heavy, too small, too big, too large, too loud, too soft, too firm, too slow,
    too complex, too complicated, too basic, too bulky, too much, too many, too few, too little, too short, too long,
    too weak, too thin, too dark, too bright, too simple, too limited, too high, too low, too late, too costly,
    too pricey, too good to be true, overly complex, overly complicated, difficult to use, difficult to clean,
    difficult to set up, difficult to cancel, difficult to navigate, difficult to find, difficult to reach,
    difficult to install, difficult to learn, makes returns difficult, make returns difficult, tricky to,
    a bit tricky, little tricky, can be tricky, can be difficult, can be hard, can be confusing, can be frustrating,
    can be slow, can be noisy, can be loud, can be a bit, can be a little, can be somewhat, can be expensive,
    can be pricey, can get expensive, gets expensive, get expensive, can be overwhelming, can be costly, can add up,
    adds up quickly, add up quickly, steep learning curve, learning curve, bad reviews, negative reviews,
    poor reviews, mixed reviews, negative feedback, mixed feedback, poor feedback, poor ratings, poor rating,
    bad press, bad publicity, poor quality, lower quality, bad quality, poor customer service, poor service,
    bad service, bad customer service, slow service, slow support, poor support, limited support, poor build,
    cheap plastic, cheap materials, cheap build, cheap feel, feel/feels/felt cheap, look/looks cheap,
    sound/sounds tinny, cheaply made, poorly made, poorly built, poorly designed, badly designed, badly made,
    poorly executed, poorly optimized, poorly received, poorly rated, price hike, price hikes, price increase,
    price increases, high price, high prices, high cost, high costs, high fees, higher fees, higher price,
    higher prices, higher cost, higher costs, higher price tag, higher price point, hefty price, hefty fee,
    hefty fees, steep price, steep fees, premium price tag, high price tag, extra fees, extra cost, additional cost,
    additional fees, additional costs, surcharge, high interest, high annual fee, high maintenance, high ink costs,
    high risk, higher risk, long wait, long waits, long wait times, wait times, waiting times, long delays,
    slow shipping, slow delivery, missing features, missing parts, no longer, no support, no warranty, no refund,
    no refunds, no customer support, no option to, no way to, no app, no preset, no built in, no wireless,
    no touchscreen, no water resistance, no headphone jack, not induction compatible, not waterproof, without notice,
    without warning, with no warning, on the downside, on the negative side, the downside,
    main downside, biggest downside, trade off, trade offs, tradeoff, tradeoffs, watch out,
    watch out for, beware of, red tape, keep in mind that it, run/runs/ran into, run/runs into trouble,
    run/runs/ran into problems, ran into issues, have/has/had trouble, having trouble, have/has/had issues,
    have/has/had problems, had some issues, report/reports/reported problems, report/reports/reported issues,
    reported bugs, user complaints, customer complaints, common complaints, frequent complaints, complaints about,
    complaints of, under fire, came under fire, faced criticism, faces criticism, drawn criticism, drew criticism,
    come/comes under criticism, been criticized, been criticised, criticized for, criticised for, has faced,
    have faced, facing criticism, under scrutiny, faces scrutiny, facing scrutiny, faced scrutiny, face scrutiny, under pressure, lag/lags/lagged/lagging behind,
    fall/falls/fell/falling behind, trail/trails/trailed behind, play/plays/playing catch up,
    behind the curve, behind the times, behind the competition, long in the tooth, show/shows/showing its age,
    past its prime, wear/wears/wore off, wear/wears/wore out, wears out quickly, wear off sooner, dry/dries out,
    drain/drains quickly, drains fast, drain/drains the battery, poor battery life, bad battery life,
    weak battery, limited battery life, barely lasts, doesn't last, don't last, didn't last, won't last, doesn't work,
    don't work, didn't work, does not work, not working, won't work, can't handle, cannot handle, can't keep up,
    cannot keep up, couldn't keep up, doesn't hold up, don't hold up, didn't hold up, can not keep up,
    does not live up to, doesn't live up to, did not live up to, didn't live up to, don't live up to,
    refuse/refuses/refused to, never responded, never arrived, never replied, never got, never came, never received,
    missed a third of, missed half of, missed most of, miss/misses the mark, missed the mark, missing the mark,
    make/makes/made it hard, makes it difficult, made it difficult, hit or miss, hit and miss, pain to, a pain,
    pain in the, headache to, bit of a pain, a chore, a hassle, a drag, a let down, let/lets/letting _ down, let down,
    break/breaks the bank, cost/costs a fortune, cost/costs more, costs too much, burn/burns a hole, nickel and dime,
    price gouging, so much for, lose/loses/lost its, lost customers, losing customers, losing money, losing ground,
    lose/loses/lost ground, lost market share, losing market share, put/puts/putting off, off putting, turn off,
    turned off by, smell/smells bad, smells of, smell of, smells unpleasant, reek/reeks of, waste of, hate how,
    hate the, dislike the, don't like, didn't like, doesn't like, do not like, no good, good luck getting, heat trap,
    trap/traps heat, trapping heat, sleeps hot, sleep hot, run/runs hot, runs warm, gets hot, get hot, off gassing,
    strong smell, chemical smell, bad smell, plastic smell, look elsewhere, looking elsewhere, better options,
    better alternatives, better off with something, overpromise and underdeliver, jack of all trades, bare bones,
    out of date, out of stock often, dead pixel, dead pixels, dead battery, laid off, layoffs, job cuts,
    missed expectations, missed earnings, below expectations, profit warning, declining sales, falling sales,
    sales decline, loses money, lost money, net loss, stock drop, stock fell, stock plunged, leave/leaves a greasy,
    greasy film, greasy residue, leave residue, white cast, cause/causes/caused rashes, causes breakouts,
    clog/clogs pores, skin irritation, allergic reactions, allergic reaction, side effects, burning and redness,
    expensive for what, pricey for what, expensive for what it, don't expect, expect delays, can't be trusted,
    cannot be trusted, don't trust, do not trust, at best, neither fast nor, glorified, at the expense of,
    at the cost of, comes at a cost, comes at a price, billing errors, billing error, billing issues,
    billing problems, account issues, connectivity issues, connection issues, connection drops,
    drop/drops/dropped the connection, dropped calls, quality issues, quality trol issues, compatibility issues,
    performance issues, reliability issues, software issues, hardware issues, trust issues, privacy concerns,
    privacy issues, privacy concern, less than ideal, less than stellar, less than perfect, less than impressive,
    hard to use, hard to clean, hard to set up, hard to adjust, hard to find, hard to reach, hard to cancel,
    hard to justify, hard to recommend, hard to navigate, hard to read, hard to assemble, hard to learn,
    hard to install, low ratings, low rating, low scores, low score, low marks, low quality, late delivery,
    late deliveries, fine print, short battery life, quality control, cause breakouts, no longer supported,
    basic functionality, a hard time, old design, narrow range, small selection, short range, thin padding,
    lose/loses/lost data, delays its, delay its, delays on, missed deadlines, frequent delays, frequent outages,
    constant delays`,
};

/** A or a cost, said in passing. */
const MILD: WordList = {
  weight: -0.25,
  adjectives: `
    expensive pricey bulky heavy limited restricted restrictive rudimentary bare-bones complicated
    dim short-lived difficult tricky tiring restrictive modest niche crowded busy stripped-down
    mixed plain plasticky stiff complex shallow sparse scarce lesser
    unusual unlikely hesitant skeptical sceptical ordinary generic delicate oversized undersized`,
  gradable: 'heavy bulky tricky',
  verbs: ' restrict lessen weaken complicate miss sacrifice',
  nouns: 'restriction caveat risk tradeoff constraint trade-off hiccup quirk nitpick bulk complexity ',
  words: 'expensively lesser skimps skimp skimping skimped',
  phrases: `
    a bit heavy, a little heavy, on the heavy side, on the heavier side, on the pricey side, on the pricier side,
    on the expensive side, on the smaller side, on the loud side, on the louder side, on the slow side,
    on the firm side, on the bulky side, a bit pricey, a bit expensive, a little expensive, little pricey,
    somewhat pricey, slightly pricey, pretty pricey, a bit loud, a bit slow, a bit dated, a bit much, a bit bulky,
    a bit complicated, limited selection, limited options,
    limited features, limited functionality, limited availability, limited range, limited storage, limited capacity,
    limited content, limited library, limited compatibility, limited customization, extra charge, paid add on, behind a paywall, paywall, upsell, upsells, annual fee is high, minimum balance required, not as extensive, not as many, not as much, not the cheapest, not the fastest,
    not the most, take/takes time to, takes some time, takes getting used to, getting used to, take some getting used,
    requires more, need/needs more, some users mention, some users report, some users find, some users have,
    some reviewers, some owners, some customers, a few users, some people find, some complain, more expensive,
    more complex, more complicated, more difficult, more limited, more costly, more prone to, prone to, harder to,
    heavier than, pricier, lower resolution, lower performance, lower brightness, lower accuracy, lower rating,
    lower ratings, lower scores, lower yield, lower capacity, lower speeds, lower battery, shorter battery,
    smaller battery, smaller screen, smaller selection, smaller library, smaller jar, fewer features, fewer options,
    fewer titles, fewer ports, fewer channels, fewer integrations, fewer customization, could struggle, may struggle,
    might struggle, can struggle, on the downside, downside is, take/takes a while, slow to, older model,
    older models, previous generation, bit older, slightly older, not cheap, isn't cheap, aren't cheap,
    isn't the cheapest, hardly cheap, comes with a catch, the catch, one catch, the caveat, on the small side,
    far from cheap, less legroom, less storage, less space, less support, limited support, small battery,
    steeper price, short battery`,
};

/** A fact that some would miss something by: with praise before it, it holds that back; alone it is no stance. */
const FAINT: WordList = {
  weight: -0.1,
  words: 'less fewer',
  phrases: `
    requires a NAME, requires an NAME, requires a _ subscription, requires an _ subscription, requires a _ account, requires an account,
    only available in, only available to, only available for, limited to, not included, sold separately, not available,
    isn't available, not available in, requires a subscription, requires a paid subscription, subscription required,
    requires an upfront, no free`,
};

export const CRITICISM: readonly WordList[] = [FAINT, MILD, PLAIN, HIGH];
