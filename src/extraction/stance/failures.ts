/**
 * What goes wrong with things and services, by field: what answers tell of them in place of judging. How they are
 * written: see `WordList`.
 */
import type { WordList } from './word-list.ts';

/** Harm, deceit, and advice to leave it. */
const GRAVE: WordList = {
  weight: -0.8,
  words:
    'malware spyware ransomware bedbugs breached bribery placebo unsalvageable overbooks ghosted misdiagnosed',
  adjectives:
    'dire woeful wretched hideous insulting infuriating maddening exasperating nauseating excruciating unsanitary unhygienic dysfunctional callous heartless inhumane',
  verbs: 'hijack electrocute explode bribe hallucinate fabricate flunk',
  phrases: `
    skip NAME, skip the NAME, i'd skip, we'd skip, i would skip, we would skip, skip this, skip it, pass on NAME,
    i'd pass on, i'll pass, i'd avoid, we'd avoid, the one to skip, one to skip, the one to avoid, one to avoid, the ones to skip, ones to avoid, one to miss, last place, come/comes/came last, came in last, finish/finishes/finished last,
    came bottom, worst of the, worst of all, worst of the bunch, gave up on, give/gives/giving up on, never buy,
    never book, never use, never order, never fly, never stay, never shop, wouldn't buy, would not buy, wouldn't trust, would not trust,
    wouldn't touch, wouldn't go near, wouldn't wish, wouldn't use, wouldn't book, wouldn't stay, wouldn't bother,
    would never buy, would never use, would never book, won't be back, won't be buying, won't be returning, won't buy, not be back, not buy again, won't go back,
    don't waste, save your money, save yourself the, money down the drain, down the drain, daylight robbery,
    highway robbery, cash grab, snake oil, no better than a placebo, did nothing, does nothing, do nothing,
    did absolutely nothing, does absolutely nothing, wish i had never, wish i hadn't, wish we hadn't, wish we had never, i regret,
    hard no, stay far away, run the other way, walk away, buyer beware, think twice, fake reviews, paid reviews,
    bought reviews, fake followers, bury/buries/buried _ results, bury/buries/buried results, buried trial results, buried evidence,
    sell/sells/selling/sold user/customer/personal/your/patient/their data, sells your, sold your, steal/steals/stole/stealing your/data/from/customer,
    leak/leaks/leaked/leaking your/user/customer/personal/patient data, leak/leaks/leaked data/passwords/emails/records,
    leaking _ data, exposed the data, exposed data, exposed customer data, exposed personal data, exposed millions, exposed patient, stored passwords, hacked twice,
    strand/strands/stranded passengers/travelers/travellers/guests/customers/families/drivers, left passengers, left guests, left stranded,
    left travelers stranded, left families, burst/bursts into flames, blew up, blows up, set on fire, made us sick, made me sick,
    made people sick, food poisoning, made my dog sick, fell ill, hospitalized, were injured, was injured, injured dozens, killed dozens, caused injuries,
    causes strokes, caused strokes, caused deaths, linked to deaths, linked to cancer, caused cancer, price fixing, money laundering, tax evasion, insider trading,
    cooked the books, inflated its, lied about, lied to, lie/lies to, lies about, misled investors, misled users, misled patients, cover/covers/covered up, covering up, covered up,
    unpaid wages, wage theft, forced labor, forced labour, child labor, child labour, sweatshop, toxic workplace,
    being sued, are suing NAME, is suing NAME, sue/sues NAME, filed suit against NAME, filed a lawsuit against NAME, lawsuit against NAME, lawsuits against NAME, class action against NAME, fined NAME, fines NAME, fining NAME, accused NAME, accuse NAME, accuses NAME, ruled against NAME, rules against NAME, ruling against NAME, verdict against NAME, judgment against NAME, case against NAME, charges against NAME, lawsuit against,
    ordered to pay, agreed to pay a, settled charges, was raided, were raided, lost its licence, lost its license, licence revoked, license revoked,
    suspended its license, suspended its licence, forced to recall, forced to close, had to recall, had to close, pulled its, banned NAME, banned the NAME, banned NAME from,
    deny/denies/denied/denying claims/legitimate/valid/my/our/coverage, reject/rejects/rejected/rejecting valid/legitimate claims,
    reject/rejects/rejected claims, claims denied, denies most claims, refuse/refuses/refused to pay, refuse/refuses/refused/refusing refunds, refuses a refund, never paid out, never paid,
    double charged, double charge/charges, double billed, charged twice, charged me twice, charged us twice, charges twice, billed twice, billed me twice, charges you twice,
    caught selling/lying/cheating/faking/spying/sharing/using/charging, was caught, were caught, got caught, ordered NAME to, court ordered NAME, spy/spies/spied/spying on, harvest/harvests/harvested/harvesting data/your/user, invent/invents/invented citations/facts/sources/quotes/cases/answers, unfit for purpose, unfit for, last resort, last thing i'd, last thing we would, last thing i would, went into administration, entered administration, into liquidation, went bust, go/goes bust, went under, jump/jumps/jumped through hoops, plain text, daylight robbery, a joke, a farce, an insult, a shambles, a sham, a con, a lemon, a dud, a death trap, a money pit, a rip off, shadow of its former, high failure rate, high failure rates, hide/hides/hid/hidden/hiding safety/known/its/the defects/defect/losses/faults/evidence, knowingly hidden, knowingly hid, knowingly sold, charged my card, kept charging, keeps charging, kept billing, keeps billing, lost my money, lost our money, lost their savings, lost their money, took my money, take your money, takes your money,
    lost everything, wiped my, wiped our, bricked, brick/bricks itself, bricked my, dead after, dead within, dead in a`,
};

/** Faults by what happens. */
const PLAIN: WordList = {
  weight: -0.5,
  adjectives: `
    tacky gaudy stuffy musty shabby run-down grimy greedy arrogant condescending patronizing patronising hostile evasive secretive
    clueless inept amateurish haphazard chaotic disorganized disorganised messy cluttered unfit underpowered underbaked oversold
    overblown overstated misguided ill-conceived ill-advised short-sighted foul sickly miserly meagre meager paltry measly puny feeble
    lame naff dodgy wonky iffy crummy rubbish aggravating baffling bewildering eye-watering cookie-cutter impersonal robotic
    indifferent lethargic lukewarm undermanned unwelcoming user-hostile wasted`,
  verbs: `
    throttle unravel tarnish squeak deflate smudge clump delaminate hiss crackle overbook lowball bungle botch fumble mishandle
    underpay backfire misfire misroute overbill discolor sputter splinter flake fizzle disintegrate collapse
    mislabel underdose misplace`,
  nouns:
    'aftertaste outcry uproar outrage whistleblower misconduct wrongdoing headwind hangup defection overcount mishap delay malpractice',
  words: `
    squeaky streaky cakey chalky mushy rubbery watery clumpy threadbare pilling shrank shrunk underwhelmed
    bug-ridden laggards laggard ad-ridden ad-infested spammy lagged sagged snapped leaked flaked peeled rusted stung stings stinging
    jittery wheezes unanswered unreadable unwatchable unplayable unreachable illegible`,
  phrases: `
    gave way, give/gives way, hoops to, waiting for weeks, waiting for months, waiting for hours, customers waiting, keep/keeps/kept people waiting, little to like, little to recommend, not much to like, little to love, delivers little, delivered little, deliver little, only after a week, only after days, only after weeks, returned my NAME, returned the NAME, returned our NAME, returning the NAME, sent the NAME back, took the NAME back,
    drains overnight, drains in, empties in, calls drop, sells them on, share/shares/shared your/user/customer/personal/patient data, shares data with, tracks you, tracks users across, red and itchy, shouted at, yelled at, screamed at, swore at, laughed at, shouts at, cold shoulder, quietly removed, quietly dropped, quietly raised, quietly changed, removed the feature, removed features, removes features, hide/hides/hid its/the fees/prices/price/cost/costs, hides its, hid its, needs a restart, needs restarting, need to restart, to be restarted,
    follow you everywhere, follows you everywhere, sore back, sore neck, stiff neck, gave me a sore, gave me blisters, gave me back, has halved, have halved, halved since, fine until, great until, good until, left cold, leave/leaves/left me cold, leave/leaves/left us cold, pushes dirt, howlers, full of mistakes, full of holes, full of typos, don't fall for, near the bottom, bottom third, bottom half, in the bottom, towards the bottom, toward the bottom, never apologised, never apologized, without an apology, without consent, without permission, without my, without asking, without telling, without our, owes,
    defaulted on, missed payments, wiped out, thin on, light on features, sticker shock, one size fits all, lip service, empty promises, broken promises, broken promise, broke its promise, broke its word, breaks its promise, went back on, goes back on, backtracked, fine in theory, on paper only, looks good on paper, more hype than, less than i expected, less than we expected, not as advertised, not as described, not as promised, nothing like the, a fraction of what, fell flat, fall/falls flat, falls over, fell over, comes unstuck, came unstuck, ran dry, runs dry, runs out quickly, runs out fast, ran out of, too often, every other week, every few days, every single day, three times in a, twice in a week,
    technical challenges, faces challenges, challenges with, cast/casts/casting doubt, raise/raises/raised/raising doubts/questions/concerns, raise/raises/raised serious concerns/questions, end/ends/ended up returning, break/breaks/broke/breaking/broken off, come/comes/came/coming apart, come/comes/came loose, comes off easily, came off after, came off in,
    fall/falls/fell/falling off, fell out, fall/falls/fell to pieces, fall/falls/fell to bits, snap/snaps/snapping off/easily/after/in/under/at, poles snap, straps snap, handles snap, zips jam, zip jams, zipper jams, zippers jam,
    tear/tears/tore/torn easily/apart/after/open, seams split, seam split, seams rip, seams come, buttons fall, buttons fell, holes after, fabric pills, pills after, shrinks in the wash,
    shrink/shrinks/shrunk after, scratch/scratches/scratched easily, chip/chips/chipped easily/after, bend/bends/bent easily/under, tip/tips/tipped over, tips easily,
    burn/burns/burned/burnt out, short circuits, short circuited, start/starts/started smoking, began smoking, began to smoke, began to rust, began to peel, began to leak, smokes at, smokes when, smoke/smokes/smoked badly,
    started to rust, started to peel, started to leak, started leaking, started peeling, started rusting, started making, turned yellow, turns yellow, yellows quickly,
    lose/loses/lost suction, lose/loses/lost shape, loses its, lose/loses charge, lose/loses signal, lose/loses its shape, lose/loses air, lose/loses connection, lost connection, lose/loses/lost power,
    go/goes/went flat, melted after, melted in, gave out, give/gives out after, giving out, dies mid, dies within, dies halfway, battery dies, batteries die, died halfway, died mid,
    won't turn on, wouldn't turn on, won't start, wouldn't start, won't charge, wouldn't charge, doesn't charge, stopped charging, stops charging, won't connect, wouldn't connect, won't pair, wouldn't pair, doesn't connect,
    won't sync, won't load, won't open, won't close, wouldn't close, wouldn't open, won't fit, didn't fit, doesn't fit, don't fit, never fit, never fits, won't stay, wouldn't stay, doesn't stay, won't hold, wouldn't hold, doesn't hold, don't stay,
    drop/drops/dropped/dropping calls, drop/drops/dropped/dropping signal/out/connections/packets, cut/cuts/cutting out, keep/keeps/kept crashing/freezing/disconnecting/dropping/failing/asking/breaking/stopping/losing/jamming/overheating/restarting/buffering,
    slow/slows/slowed to a crawl, slow/slows/slowed down, slow/slows/slowed my/our, grind/grinds/ground to a halt, bog/bogs/bogged down, blue screens, reboots itself, restarts randomly, reboots randomly, restarts itself,
    time/times/timed out, timing out, drain/drains/drained my/your, drain/drains/drained batteries, eat/eats battery, eats batteries, eats through batteries, burns through batteries, chew/chews through, heats up quickly, heats up fast,
    site goes down, site went down, servers go down, servers went down, goes down for, went down for, went down during, goes down almost, goes down weekly, goes down daily, goes down constantly, goes down often, goes down a lot, goes down too, goes down once, go down often, goes down every, go down every, goes down at least, went down twice, was down for, were down for, been down for, down for hours, down for days, down for a,
    lands/land/landed/landing in spam, end/ends/ended up in spam, lands in the spam, marked as spam, flagged as spam, lose/loses/lost files/work/notes/messages/photos/emails/records/tickets/track, lost my, lost our,
    deletes files, deleted files, deletes your, deleted my, deleted our, corrupt/corrupts/corrupted files, breaks with every, breaks on every, broke our, breaks our, breaks after,
    than it should be, than they should be, than it should, than it needs to be, take/takes/took forever, take/takes/took ages, take/takes/took days/weeks/months/hours to, takes _ days/weeks/months/hours to, took _ days/weeks/months to,
    took several weeks, weeks late, days late, hours late, months late, an hour late, on hold for, left on hold, kept on hold, hours on hold, kept waiting, waits of over, wait an hour, wait hours, wait weeks, wait days, waiting weeks, waiting months,
    waited weeks, waited months, waited hours, waited an hour, waited days, wait months, waiting on hold, go/goes/went unanswered, no reply, no response, no answer, never answered, never answers, never answer, never replies, never reply, never respond, never responds, never called back,
    never delivered, never shipped, never refunded, never worked, never works, never opens, never showed, never shows up, hang/hangs/hung up on, passed around between, passed from, passes you, canned replies, canned responses, chatbot loop, copy pasted,
    impossible to reach, impossible to cancel, impossible to get, impossible to contact, impossible to find, impossible to use, impossible to clean, impossible to open, impossible to return, impossible to speak, impossible to fold, nearly impossible, almost impossible,
    arrive/arrives/arrived/arriving late/broken/damaged/cold/empty/expired/stale/crushed/cracked/dead/scratched/dented, showed up late, show/shows up late, deliveries late, delivered late, late arrivals, lost package, lost packages, lost parcels, lost my luggage, lost our luggage, loses luggage, lose luggage, loses bags, loses parcels, loses packages,
    wrong item, wrong items, wrong size, the wrong order, wrong orders, sent the wrong, ship/ships/shipped the wrong, sends the wrong, missing items, items missing, parts missing, cancelled my, canceled my, cancelled our, canceled our,
    cancel/cancels/cancelled/canceled/cancelling flights, cancelled _ flights, canceled _ flights, cancelled thousands, canceled thousands, cancelled hundreds, canceled hundreds, cancelled dozens, canceled dozens, cancelled without, canceled without, cancelled at the last, canceled at the last, last minute cancellations, frequent cancellations,
    raise/raises/raised/raising its/the/their prices/fees/rates/premiums/price, raise/raises/raised/raising prices/fees/rates/premiums/price, hike/hikes/hiked/hiking prices/fees/rates/premiums/its/the, jack/jacks/jacked up, doubled its price, doubled its prices, doubled its fees, doubled the price, doubles the price,
    tripled its, tripled the price, price doubled, prices doubled, price doubles, price tripled, price jumped, prices jumped, price jumps, price climbs, price soared, bill doubled, premiums doubled, premium doubled, fees add up, charge/charges/charged extra, charge/charges/charged for everything, charges a fee for every, tack/tacks/tacked on, sneak/sneaks/snuck in,
    surprise charges, surprise charge, surprise bill, surprise bills, surprise fees, surprise fee, renews without, renewed without, froze/freezes/freeze/frozen accounts, froze my, freezes your, froze the, frozen funds, froze thousands, frozen account, locked out, lock/locks/locked me/you/users/customers/us out, locked customers, closed my account, closes accounts,
    closed accounts, drag/drags/dragged/dragging its feet, hold/holds/held my money, holds funds, withheld payments, withholds, low payouts, leaks dns, leaks your, logs your, keeps logs, kept logs, woke up sore, wake up sore, back hurt, hurts my, hurt my, body impressions,
    wheels lock, wheel fell, wheels fell, get/gets/got/getting stuck, pinches fingers, pinched fingers, burns oil, lost power, phantom braking, engine failure, engine failures, transmission failure, transmission failures, transmission problems, thin walls, paper thin, no hot water, stained sheets, dirty sheets, peeling wallpaper, smelled/smelt/smells of smoke/mold/damp/sewage/mould,
    taste/tastes/tasted like cardboard/plastic/chemicals/soap/metal/sand/chalk, taste/tastes/tasted bad/off/artificial/burnt/metallic/stale/awful, refuse/refuses/refused to eat, wouldn't eat, won't eat it, won't touch it, spat it out, no effect, little effect, no difference, made no difference, makes no difference, saw no, noticed no, felt nothing, upset my stomach, upset stomach, gave me a headache, gave me headaches, gave me a rash, gave her a rash, gave him a rash,
    contains lead, contained lead, heavy metals, contain less, contained less, break/breaks/broke me out, broke out in, broke out after, leave/leaves/left streaks, leave/leaves/left stains, leave/leaves/left marks, leave/leaves/left a mess, burns my, burned my, burnt my, irritates my, irritates the skin, irritated my, lost interest, see through,
    never returns calls, doesn't return calls, don't return calls, won't return calls, misses deadlines, miss deadlines, missed the deadline, missed its deadline, misses appointments, loses cases, lay/lays/laying off, cut/cuts/cutting jobs, slash/slashes/slashed jobs, cut _ jobs, slashed _ jobs, closing stores, closed stores, close stores,
    shares/stock/profits/profit/sales/revenue fell/dropped/plunged/sank/slid/tumbled/slumped/plummeted/shrank/falling, fewer customers, lost subscribers, loses subscribers, lost users, losing users, lost members, missed targets, missed its target, misses its target, behind schedule, over budget, delayed again, delayed its, under threat, faces charges, face charges, faces a fine, face fines, faces fines, fraud charges, under criminal,
    anger over, angered, sparked outrage, public outcry, more trouble than, trouble than it's worth, all hype, all show, style over substance, you get what you pay for, hardly worth, barely works, barely worked, barely holds, barely cuts, barely hear, works half the time, when it works, lost patience, out of patience, last straw, wasn't impressed, not impressed, weren't impressed, isn't impressed, expected better, expected more, hoped for more, you can do better, deserve better,
    better elsewhere, elsewhere instead, i'd rather, would rather have, switched away, leaving in droves, left in droves, in droves, cancelled my subscription, cancelled our subscription, cancel their subscriptions, walked away from, threw it away, threw mine away, thrown away, returned it, returned mine, return it, sent it back, send it back, sent mine back, sending it back, asked for a refund, demand refunds, demanded refunds, money back,
    failure rate, failure rates, return rate, high return rate, high churn, high turnover, not what it used to be, isn't what it used to be, not what it was, gone downhill, go/goes/going/went downhill, went south, jumped the shark, lost its way, lost its edge, has slipped, dropped in quality, quality dropped, quality has dropped, quality slipped, cut corners, cuts corners, cutting corners, corners were cut,
    harder to use, harder to clean, harder to cancel, harder to reach, harder to find, hard to hear, hard to see, hard to open, hard to fold, hard to close, hard to get, hard to trust, hard to understand, hard to love, hard to like, hard to push, hard to maneuver, hard to steer, hard to swallow, difficult to fold, difficult to open, difficult to read, difficult to understand, difficult to adjust,
    deliberately difficult, would be nice if, would be wonderful if, would be great if, would be better if, would be perfect if, if only, only works when, only works half, stays wet, still waiting, still broken, still no, weeks of waiting, months of waiting, won't budge, picked apart, panned, tone deaf, ignores feedback, deaf ears, bombarded with, full of ads, full of bugs, full of errors, littered with, riddled with, plagued by,
    spam you, spams you, spams users, sells out its, wrong answers, made up answers, makes things up, made things up, wrong advice, bad advice, bad smell, smell never, pushy sales, hard sell, high pressure, pressure sales, talked into, talks you into, bait, understaffed, cold food, cold meals, lukewarm food, small portions, tiny portions, tiny rooms, small rooms, blind spots, rough ride, road noise, wind noise, cheap feeling, feels flimsy, feel flimsy, felt flimsy, feels dated, feels slow, felt slow, feels hollow, feels unfinished, feels rushed,
    no backups, no backup, no sound, no signal, no instructions, no customer service, no phone support, no human, no tracking, no explanation, no apology, no warning, no notice, don't use, do not use, can't use, can't get, couldn't get, can't cancel, couldn't cancel, can't reach, couldn't reach, can't log in, couldn't log in, can't rely, cannot rely, can't stand, could not get, couldn't use, couldn't find, couldn't hear, can't hear,
    doesn't hear, doesn't care, don't care, didn't care, does not care, didn't help, doesn't help, don't help, did not help, won't help, wouldn't help, wouldn't refund, won't refund, didn't refund, wouldn't replace, won't replace, wouldn't honor, wouldn't honour, won't honor, won't honour, didn't arrive, don't arrive, didn't show up, didn't deliver, doesn't deliver, did not deliver, won't deliver, don't deliver, didn't respond, doesn't respond, don't respond, did not respond, won't respond, didn't reply, doesn't reply, didn't answer, doesn't answer, don't answer, won't answer`,
};

/** With praise before it, it holds that back; alone it is no stance. */
const FAINT: WordList = {
  weight: -0.1,
  words: 'older concern concerns unfortunately regrettably',
  phrases: `
    only/sole/one downside/drawback/complaint/gripe/criticism/flaw/quibble, only/sole/one real/minor/small/major/slight downside/drawback/complaint/gripe/criticism/flaw/quibble,
    my only complaint, only thing missing, minor complaint, minor complaints, minor gripe, minor quibble, small quibble`,
};

export const FAILURES: readonly WordList[] = [FAINT, PLAIN, GRAVE];
