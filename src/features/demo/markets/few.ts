import { company, type Market } from '../market.ts';

/** A brand that was added last week: too few answers to compare. */
export const BIKE_LIGHTS: Market = {
  brand: {
    ...company('Velmarrow'),
    industry: 'Bicycle parts',
    description: 'Makes lights for bicycles that are ridden every day.',
    competitors: [company('Quillspoke'), company('Brasswheel', 'Brass Wheel'), company('Nimbrake')],
  },
  platforms: ['CHATGPT', 'PERPLEXITY'],
  everyDays: 3,
  from: 54,
  mood: 0.6,
  sources: [
    ['www.dailypedal.example/best-{topic}', 'The best {topic}'],
    ['forum.wetcommute.example/t/{topic}', 'Which {topic} survive the winter?'],
    ['reviews.spokebench.example/review/{brand}', '{brand}: measured'],
  ],
  topics: {
    lights: {
      name: 'bicycle lights',
      uses: ['dark winters', 'daily commutes', 'unlit lanes', 'wet roads'],
      strengths: ['great brightness', 'reliable batteries', 'easy mounting', 'solid housings'],
      weaknesses: ['weak mounts', 'short battery life', 'poor sealing', 'slow charging'],
      tips: ['Aim the beam at the road, not at other riders.', 'Take the battery indoors in frost.'],
    },
  },
  prompts: [
    { text: 'Which bicycle lights are best for the commute?', kind: 'category', topic: 'lights', share: 0.5 },
    { text: 'Dynamo or battery lights for a city bike?', kind: 'comparison', topic: 'lights', share: 0.4 },
    { text: 'My bike light dies in the cold. Which lasts?', kind: 'problem', topic: 'lights', share: 0.6 },
    { text: 'What does a good bicycle light cost?', kind: 'price', topic: 'lights', share: 0.4 },
  ],
};

/** A brand that is asked about twice a month: too few answers to compare. */
export const GARDEN_TOOLS: Market = {
  brand: {
    ...company('Yarrowforge'),
    industry: 'Garden tools',
    description: 'Forges spades, forks and hoes.',
    competitors: [company('Mossanvil', 'Moss Anvil'), company('Thornlathe'), company('Clayfettle')],
  },
  platforms: ['GROK', 'LLAMA'],
  everyDays: 15,
  mood: 0.5,
  sources: [
    ['www.allotment-notes.example/{topic}', 'Good {topic}'],
    ['forum.diggers.example/t/{topic}', '{topic} for a lifetime'],
  ],
  topics: {
    tools: {
      name: 'garden tools',
      uses: ['heavy soil', 'raised beds', 'small gardens', 'stony ground'],
      strengths: ['strong handles', 'excellent steel', 'great balance', 'sharp edges'],
      weaknesses: ['loose handles', 'rusty blades', 'poor balance', 'high prices'],
      tips: ['Oil the handle once a year.', 'A sharp spade is the lighter one.'],
    },
  },
  prompts: [
    { text: 'Which spade lasts a lifetime?', kind: 'category', topic: 'tools', share: 0.5 },
    { text: 'My garden fork bends in clay. Which does not?', kind: 'problem', topic: 'tools', share: 0.4 },
  ],
};
