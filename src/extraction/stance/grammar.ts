/**
 * Words that say nothing about a brand themselves and decide what others say: negation, degree, contrast, comparison.
 * Each entry is a word or a phrase; how they are written: see `WordList`.
 */

/** Turn round what follows them. */
export const NEGATORS = `
  not, no, never, without, hardly, hardly ever, barely, scarcely, rarely, seldom, neither, nor, none, nobody, zero, cannot, can not,
  don't, doesn't, didn't, isn't, aren't, wasn't, weren't, won't, wouldn't, can't, couldn't, shouldn't, hasn't, haven't,
  hadn't, ain't, free from, free of, no longer any, not a, not any, far from, anything but, nowhere near, by no means, nothing, doesnt, isnt, dont, cant, wont,
  no reason to, no need to, no sign of, not a single, don't have to, doesn't have to, won't have to, without any`;

/** Say that something is missing: a fault by itself, a merit if what is missing is bad. */
export const ABSENCES = `
  lack, lacks, lacked, lacking, lack of, lacking in, absence of, devoid of, void of, fail/fails/failed to, unable to, missing, short on, skimps on,
  may not have, might not have, may not be, might not be, not always, may not suit, might not suit, may not work, is not always, isn't always, may not offer, might not offer, may lack, might lack, can't offer, cannot offer`;

/** Say that something is not part of it: a fact, and a merit if what is missing is bad. */
export const MISSING = `
  doesn't have, does not have, don't have, do not have, doesn't offer, does not offer, don't offer, doesn't include, does not include, doesn't support,
  does not support, doesn't come with, does not come with, didn't have, do not offer, don't include, don't support`;

/** No negation, whatever their first word. */
export const NO_NEGATORS = `
  not only, not just, not merely, no wonder, no doubt, without a doubt, without doubt, without question, no question, no matter, not to mention,
  no contest, cannot wait, can't wait, not surprisingly, whether or not, why not, or not, if not, no other, nothing but, not limited to, last but not least,
  none other than, isn't just, isn't only, aren't just, doesn't just, don't just, no less, no exception, never mind, can't help but, no later than, no more than`;

export const BOOSTERS = `
  very, extremely, highly, incredibly, really, particularly, especially, exceptionally, truly, remarkably, super, absolutely, totally, completely,
  utterly, hugely, immensely, insanely, seriously, thoroughly, notably, consistently, unusually, extra, ultra, so, most, far, much, significantly,
  considerably, substantially, definitely, undoubtedly, clearly, vastly, wildly, deeply, overwhelmingly, widely, universally, frequently, often, always`;

export const REDUCERS = `
  slightly, somewhat, fairly, relatively, a bit, a little, a touch, kind of, sort of, rather, mildly, partly, moderately, marginally, pretty, quite, reasonably,
  may, might, could, would, perhaps, possibly, potentially, seem, seems, appear, appears, sometimes, occasionally, arguably, reportedly, tends to, tend to,
  some users, some people, a few users, some reviewers, in some cases, at times, probably, generally, almost, nearly, mostly, largely`;

/** A new turn of the sentence: what was said before does not go on after it. */
export const CONTRASTS = `
  but, however, although, though, while, whereas, yet, even though, in contrast, by contrast, on the other hand, on the flip side, meanwhile, nevertheless,
  nonetheless, that said, except, then again, on the contrary, conversely, and yet, but also, even so, still, moved to, switched to, moved on to`;

/** A condition or a purpose: the merits in it are wished for, not found. */
export const CONDITIONS = `
  denies that, denied that, denies having, denied having, denies it, denied it, denies any, denied any, denies wrongdoing, denies allegations, denied allegations, denies accusations, denied reports, denies reports, rejects allegations, rejected allegations, dismissed claims, dismissed allegations, cleared of, acquitted of, wrongly accused of, falsely accused of, found no evidence, no proof, rumors that, rumours that, unfounded, would face, would have faced, if there was ever, hypothetical, hypothetically,
  despite, in spite of, regardless of, no evidence, no direct evidence, if, unless, whether, in case, when it comes to, for those who, for those seeking, for those looking, for anyone who, for people who, for users who, for users seeking, those who,
  looking for, seeking, in search of, depends on, depend on, depending on, based on, in terms of, finding the best, finding the, choosing the best, choosing the right, choosing the,
  determining the best, determining the, to find the best, to find the, to determine the, to choose the, which is the best, which is best, which is better, which is right, what is the best, which one is, deciding on, when choosing, when buying, when shopping for, when selecting, when considering,
  prioritize, prioritise, value the, important to, your needs, your budget, need the, want the, tips for, how to, in order to, no matter, should you, provided that, as long as, assuming, in the hope of, expecting`;

/** What is said to be dealt with is no fault of who deals with it. */
export const SHIELDS = `
  repair, repairs, repairing, reported on, reports on, reporting on, writes about, wrote about, writing about, represent, represents, represented, representing, victims of, investigates, replace, replaces,
  detect, detects, detecting, track, tracks, tracking, log, logs, logging, monitor, monitors, block, blocks, blocking, cancel, cancels, kill, kills, killing, cover, covers, covering, treat, treats,
  treating, handle, handles, handling, manage, manages, managing, protect, protects, protecting, protection against, protection from, guard against, guards against, against, insure, insures,
  address, addresses, addressing, target, targets, targeting, report an issue, report a problem, report a bug, report a crime, report a claim, to report a, to report an, reports of, about potential, diagnose, diagnoses, scan, scans, scan for, identify, identifies, identifying, for minor,
  suffering from, prone skin, for dry, for sensitive, for oily, to alert, alerts you to, test for, tested for, in case of, in the event of, remedy for, relief from, help with, helps with, sold to treat, used to treat, recover from`;

/** Shields that are a merit: something bad is made less. */
export const CURES = `
  prevent, prevents, preventing, reduce, reduces, reducing, reduced, minimize, minimizes, minimizing, minimise, minimises, eliminate, eliminates, eliminating, remove, removes, removing, resist, resists,
  avoid, avoids, avoiding, fix, fixes, fixed, fixing, solve, solves, solved, solving, resolve, resolves, resolved, resolving, relieve, relieves, relieving, alleviate, alleviates, ease, eases, easing, clear, clears, mitigate, mitigates,
  combat, combats, combating, fight, fights, fighting, resistant to, cut down on, cuts down on, gets rid of, get rid of, overcome, overcomes, lower the risk, lowers the risk, soothe, soothes, soothing, correct, corrects, stops, saves you from`;

/** Said of somebody who does better than who is named next. */
export const WINS = `
  flock/flocks/flocked/flocking from, defect/defects/defected/defecting from, flee, fleeing, fled, ditch, ditching, wins against, win against, won against, prevails over, wins out over, won out over, beats out, bests, has overtaken, have overtaken, leapfrogged, runs circles around, outscored, outscores, outsmarts, outlived,
  outperform, outperforms, outperformed, outperforming, beat, beats, beating, beaten only by, surpass, surpasses, surpassed, surpassing, edge/edges/edged/edging out, crush, crushes, crushed, trump, trumps, outshine, outshines, outshone, outclass, outclasses,
  outclassed, outlast, outlasts, outlasted, eclipse, eclipses, dwarf, dwarfs, outdo, outdoes, outpace, outpaces, outpaced, outrank, outranks, outsell, outsells, outsold, overtake, overtakes, overtook, tops, blow/blows/blew away, step above, a step above, steps above, notch above,
  a notch above, cut above, a cut above, step up from, a step up from, superior to, ahead of, edge over, the edge over, an edge over, advantage over, an advantage over, lead over, improvement over, improves on, improves upon, upgrade over, upgrade from, preferred to, preferable to, preferable over, better suited than, head and shoulders above,
  wins over, win over, triumphs over, defeats, defeated, undercut, undercuts, undercutting, exceed, exceeds, wipes the floor with, runs rings around, leave/leaves _ behind, more than a match for, rank/ranks above, ranks/ranked higher than, score/scores/scored higher than, rated higher than`;

/** Said of somebody who does worse than who is named next. */
export const LOSSES = `
  can't hold a candle to, doesn't hold a candle to, couldn't hold a candle to, not hold a candle to, left behind by, crushed by, trounced by, beaten out by, no substitute for, poor substitute for, poor man's, a poor imitation of, isn't in the same league as, not in the same league as,
  lose/loses/lost/losing to, lose/loses/lost out to, lose/loses/lost ground to, trails, trailed, trailing, trail/trails/trailed/trailing behind, lag/lags/lagged/lagging behind, lag/lags/lagging, fall/falls/fell/falling behind, fall/falls/fell/falling short of, inferior to, can't match, may not match, might not match, won't match, don't match, cannot match, can not match, couldn't match, doesn't match, does not match,
  can't keep up with, cannot keep up with, can not keep up with, couldn't keep up with, struggles to keep up with, can't compete with, cannot compete with, can't beat, cannot beat, doesn't beat, pale/pales in comparison to, pale/pales in comparison with, pales next to, no match for, behind, overshadowed by, outperformed by, beaten by, surpassed by, outclassed by, outshone by,
  eclipsed by, overtaken by, second to, plays second fiddle to, play second fiddle to, step down from, a step down from, a step below, step below, notch below, worse off with, nowhere near, not on par with, not on a par with, not a patch on, doesn't measure up to, does not measure up to, doesn't stack up to, doesn't compare to, does not compare to, not comparable to, isn't on par with, rank/ranks below, scores lower than, rated lower than`;

/** What is said holds against who is named next. */
export const AGAINST = `
  than, unlike, stacked against, set against, pitted against, up against, compared to, compared with, in comparison to, in comparison with, by comparison with, versus, vs, as opposed to, relative to, instead of, rather than, in place of, over, switch/switching/switched from, switch/switching/switched away from, move/moving/moved from,
  migrate/migrating/migrated from, move/moving/moved away from, coming from`;

/** Who is named next is only mentioned. */
export const MENTIONS = `
  between, choosing between, torn between, alternative/alternatives to, similar to, same as, compatible with, compatibility with, works with, work with, working with, integrates with, integrate with, integration with, integrations with, integrates seamlessly with, pairs with, pair with, syncs with, sync with, support for, supports, access to,
  according to, powered by, owned by, acquired by, bought by, made by, sold by, backed by, developed by, parent company, subsidiary of, formerly, previously, reviewers at, editors at, testers at, reviews on, rated by, recommended by, tested by, praised by, subscribe to, connect to, connects to`;

/** Others of whom no name is known here. */
export const OTHERS = `
  other brands, other models, other options, other providers, other services, other products, other companies, other manufacturers, other platforms, other tools, other banks, other hotels, other airlines, competitors, competitor, the competition, rivals, its rivals, most competitors, its competitors, many competitors,
  its peers, peers, its predecessor, the predecessor, some rivals, most rivals, the rest of the market, the rest`;

/** About a field, not about how good anybody is. */
export const TOPICS = `
  lawsuit against, lawsuits against, suit against, filed a lawsuit, filed a lawsuit against, filed suit against, avoid the mistake, avoid my mistake, avoid my mistakes, jump in price, against NAME, against the NAME, confused with, often confused, be confused, breakdown of, a breakdown, delay start, delay timer, time delay, delay pedal, skip the big, i'd skip the big, we'd skip the big, i'd skip the rest, i'd skip the others, skip the rest, skip the others, skip the line, skip the lines, skip ads, skip the queue, skip the ads, skip intro, skip the store, skip the wait, skip the hassle, skip the dealership, skip the middleman, skip tracks, skip songs, avoid the line, avoid the crowds, in good conscience, on top, top freezer, top speed, top speeds, top loader, top load, on top of, top up, top of the, tech tops, less than, no less than, fewer than, more or less, bright room, bright rooms, satisfaction surveys, customer satisfaction surveys, pros and cons, no _ is perfect, noise cancelling, noise canceling, noise cancellation, active noise, noise reduction, noise isolation, pain relief, pain relieving, crash test, crash tests, error correction, error handling, error messages, threat protection, threat detection, kill switch, war games, horror titles, horror movies, horror films, debt collection, bad debt, bad credit, poor credit, fair credit, good credit,
  excellent credit, excellent credit score, good to excellent credit, credit limit, bad weather, harsh weather, rough terrain, tough terrain, difficult terrain, heavy use, heavy duty use, heavy rain, heavy loads, heavy lifting, hard floors, hard surfaces, tough stains, stubborn stains, dry skin, sensitive skin, oily skin, rough ground, light sleepers, weight loss, hair loss, data loss, hearing loss, memory loss, loss prevention, risk management,
  risk tolerance, risk assessment, high risk drivers, fraud detection, fraud protection, fraud prevention, fraud alerts, fraud monitoring, zero liability, complaint management, complaints inbox, issue tracking, issue tracker, bug tracking, bug tracker, problem solving, problem solver, near misses, incident management, failures and, incidents failures, crash reporting, crash reports, crash detection, fall detection, leak detection, leak detector,
  smart home, smart tv, smart tvs, smart watch, super bowl, best buy, better business bureau, good housekeeping, good morning america, popular mechanics, popular science, quick start, fast food, fast fashion, fast pair, safe mode, limited edition, limited warranty, limited lifetime, limited liability, limited time, limited company, disaster recovery, customer success, rich communication, rich text, strong password, strong passwords, strong buy rating,
  secure boot, secured card, secured cards, secured credit, free trial, happy hour, great britain, great lakes, great american, good news network, criminal minds, breaking bad, dead sea, slow cooker, slow cook, slow cooking, slow speed, slow speeds, fast forward, dirty dishes, dirty laundry, negative space, false alarms, sharp edges, smooth surfaces, broken glass, lost luggage, delayed baggage, lost or stolen, lost and found, lost mode,
  penalty apr, late fee, late fees, delayed flights, trip delay, trip cancellation, trip delays, flight delays, baggage delay, insect killer, flood damage, fire damage, water damage, storm damage, accidental damage, damage waiver, damage coverage, sun damage, damaged hair, damaged skin, dark spots, fine lines, dull skin, rough skin, redness, volatile organic compounds, depression, anxiety, violence, terror, cold war, world war, civil war,
  soft drinks, soft skills, soft close, soft top, soft start, quiet hours, quiet mode, bright side, bright light, flat feet, strong winds, strong wind, pleasant hill, paradise valley, sick pay, weak points, weak spots, back pain, neck pain, joint pain, muscle pain, chronic pain, chronic, muscle soreness, painful muscles, stiff muscles, low light, low income, high risk areas, premium plan, premium tier, premium plans, premium version, premium subscription, premium price,
  free plan, free tier, free version, better homes, better homes and gardens, great for you, quick charge, simple mobile, fresh water, natural gas, natural disasters, natural language, perfect game, safe deposit, fair value, fair isaac, fair market, unlimited plus, clever cloud, easy pay, dead zones, dead spots, dead end, angry birds, ugly sweater, happy birthday, positive pressure, negative pressure, negative ions, false positive rate,
  worst case, best case, best before, best practices, best practice, at best buy, the better part, better half, for better or worse, good luck, good morning, good samaritan, a great deal of, a good deal of, as well as, as good, great outdoors, better yet, at the very least, better understand, better understanding, better serve, good idea, good to know, what's best for you, right for you, best for you, best fit for you, best suits your, works best for you, best depends, best way, best ways, best time, best known as`;

/** At the head of a line, before a colon or alone: what follows is a merit, or a fault. */
export const GOOD_LABELS = `
  pros, pro, strengths, advantages, benefits, highlights, likes, what we like, what we love, what we liked, why we like it, why we love it, why it's good, why it's great, why it stands out, upsides, the good, best for, ideal for, great for, perfect for, recommended for, good for, why choose it, why you'll love it, positives, plus, pluses, why buy, buy, reasons to buy, why we picked it, why it's a top pick,
  good, the best, pros of, why we picked it, why people love it, why people like it, best thing, best things, what's good, what works, praise, merits, strong points, strong point, ✅, 👍, ✔`;

export const BAD_LABELS = `
  cons, con, weaknesses, weakness, disadvantages, drawbacks, drawback, downsides, downside, cautions, limitations, limitation, dislikes, what we don't like, what we didn't like, what we don't love, complaints, common complaints, the bad, negatives, minuses, reasons to avoid, reasons not to buy, trade offs, trade off, tradeoffs, tradeoff, caveats, caveat, watch out for, watch outs, watch out, concerns,
  bad, cons of, worst thing, why people return it, why people return them, why people leave, why people complain, why avoid, why to avoid, why avoid it, why skip it, reason to avoid, reasons to skip, what's bad, what fails, what doesn't work, main complaint, main complaints, biggest complaint, biggest complaints, top complaint, top complaints, customer complaints, user complaints, common problems, common issues, reported problems, main problem, main drawback, biggest drawback, not so good, the ugly, complaint, problem, issue, fault, faults, defects,
  issues, problems, known issues, skip, skip if, avoid, avoid if, weak points, shortcomings, flaws, criticisms, common criticisms, risks, red flags, not ideal for, not great for, not for, not recommended for, could be better, needs improvement, what could be better, where it falls short, things to consider, potential drawbacks, ❌, 👎, 🚫, ⚠, don't buy, not recommended, worth skipping`;
