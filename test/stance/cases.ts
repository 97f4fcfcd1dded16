type Stance = 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE';

/** An invented answer, and how it speaks of those it names. */
export interface StanceCase {
  answer: string;
  stances: { Lumenfold?: Stance; Gleamwell?: Stance };
}

const of = (Lumenfold: Stance) => (answer: string) => ({ answer, stances: { Lumenfold } });
const ofBoth = (Lumenfold: Stance, Gleamwell: Stance) => (answer: string) => ({
  answer,
  stances: { Lumenfold, Gleamwell },
});

/** Praise and warnings in the ways that word lists get wrong: negation, topics, comparisons, lists, other languages. */
export const CASES: StanceCase[] = [
  ...[
    'Get Lumenfold if you read at night.',
    'Lumenfold has no hidden fees.',
    'You cannot go wrong with Lumenfold.',
    'Lumenfold never flickers, not even at its dimmest.',
    '1. Lumenfold – our pick for most desks.',
    'Nothing we tried comes close to Lumenfold.',
    'Lumenfold ist die beste Wahl für lange Abende.',
    'Hard to fault: Lumenfold.',
    'If eye strain is what worries you, start with Lumenfold.',
    'Testers who hated every other lamp kept Lumenfold.',
    'Lumenfold earns its price.',
    'Most owners of Lumenfold would buy it again.',
    'Lumenfold es una apuesta segura.',
    'Skip the rest and look at Lumenfold.',
    'Lumenfold kills glare dead.',
    'Cheap lamps break; Lumenfold does not.',
  ].map(of('POSITIVE')),
  ...[
    'Lumenfold was founded in 2011 and makes lamps.',
    'Lumenfold offers a free plan and a paid one.',
    'Lumenfold has a security page and a support form.',
    'Lamps are made by several firms, among them Lumenfold.',
    'Lumenfold costs 79 dollars.',
    'Lumenfold is bright but heavy.',
    'Some like Lumenfold, some do not.',
    'Lumenfold sells in Spain, where no is also a word.',
    'Lumenfold heißt die Firma erst seit 2019.',
    'The lamp Lumenfold cancels noise of its own transformer.',
    'I have no information on the weight of Lumenfold.',
    'Lumenfold publishes a warning label as the law requires.',
    'Is Lumenfold good? That depends.',
    'Lumenfold is available in black, white and grey.',
    'Lumenfold died out as a word; as a firm it makes lamps.',
    'Compare Lumenfold with what you have.',
  ].map(of('NEUTRAL')),
  ...[
    'Stay away from Lumenfold.',
    'Lumenfold lacks a dimmer and its hinge cracks.',
    'I would not call Lumenfold reliable.',
    'Avoid: Lumenfold',
    'Lumenfold promises much and keeps little.',
    'Cons of Lumenfold: it hums, it tips over.',
    'There are better lamps than Lumenfold at any price.',
    'Support of Lumenfold answers after weeks, if at all.',
    'Lumenfold used to be good.',
    'Do yourself a favour and skip Lumenfold.',
    'Lumenfold ist leider sein Geld nicht wert.',
    'Returns of Lumenfold are the highest in the test.',
    'Only buy Lumenfold if you enjoy repairs.',
    'Owners report that Lumenfold failed within a month.',
    'Lumenfold, great? Hardly.',
    'Lumenfold no cumple lo que promete.',
  ].map(of('NEGATIVE')),
  ...['Lumenfold outperforms Gleamwell.', 'Unlike Gleamwell, Lumenfold lasts.'].map(
    ofBoth('POSITIVE', 'NEGATIVE'),
  ),
  ...['Lumenfold is terrible, but Gleamwell is a joy.', 'Pick Gleamwell over Lumenfold.'].map(
    ofBoth('NEGATIVE', 'POSITIVE'),
  ),
  ...['Lumenfold and Gleamwell are both worth it.', 'Neither Lumenfold nor Gleamwell disappoints.'].map(
    ofBoth('POSITIVE', 'POSITIVE'),
  ),
  ...['Gleamwell is superb; Lumenfold makes lamps too.', 'Lumenfold exists; Gleamwell delights.'].map(
    ofBoth('NEUTRAL', 'POSITIVE'),
  ),
  ...['Gleamwell broke twice. Lumenfold was not tested.'].map(ofBoth('NEUTRAL', 'NEGATIVE')),
  ...['Forget Lumenfold and Gleamwell.', 'Neither Lumenfold nor Gleamwell is any good.'].map(
    ofBoth('NEGATIVE', 'NEGATIVE'),
  ),
  ...['Lumenfold and Gleamwell are lamps.'].map(ofBoth('NEUTRAL', 'NEUTRAL')),
];
