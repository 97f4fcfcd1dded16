import { company, type Market } from '../market.ts';

/** A brand without a turn. */
export const COFFEE: Market = {
  brand: {
    ...company('Kavorlin', 'Kavorlin Coffee'),
    industry: 'Kitchen appliances',
    description: 'Builds espresso machines and coffee grinders for the home.',
    competitors: [company('Perkelund'), company('Grindelune', 'Grinde Lune'), company('Sorvettano')],
  },
  platforms: ['CHATGPT', 'CLAUDE', 'GEMINI', 'PERPLEXITY', 'GROK'],
  mood: 0.5,
  sources: [
    ['www.cupandcrema.example/best-{topic}', 'The best {topic}'],
    ['forum.homebarista-club.example/t/{topic}', 'Your {topic}: would you buy them again?'],
    ['reviews.kitchenbench.example/review/{brand}', '{brand}: long-term test'],
    ['shop.beanstreet.example/category/{topic}', 'All {topic}'],
    ['blog.slowmornings.example/a-month-with-{topic}', 'A month with {topic}'],
    ['www.homewire.example/news/{topic}', 'What is new in {topic}'],
  ],
  topics: {
    machines: {
      name: 'espresso machines',
      uses: ['first-time owners', 'milk drinks', 'two cups each morning', 'small budgets', 'small offices'],
      strengths: ['great steam pressure', 'easy cleaning', 'reliable electronics', 'solid build quality'],
      weaknesses: ['leaking pumps', 'slow heating', 'cheap plastic parts', 'unstable temperatures'],
      tips: [
        'Keep half of the budget for the grinder.',
        'Fresh beans matter more than any machine.',
        'Check that gaskets and shower screens can be bought alone.',
      ],
    },
    grinders: {
      name: 'coffee grinders',
      uses: ['early mornings', 'small kitchens', 'filter coffee', 'single doses'],
      strengths: ['pleasantly quiet motors', 'excellent burrs', 'great consistency', 'easy adjustment'],
      weaknesses: ['annoying rattling', 'messy static', 'worn burrs', 'terrible lids'],
      tips: [
        'Slow motors make less noise.',
        'A silicone mat below it dampens vibration.',
        'A drop of water on the beans stops the static.',
      ],
    },
  },
  prompts: [
    {
      text: 'Which home espresso machine should a beginner buy?',
      kind: 'category',
      topic: 'machines',
      tag: 'beginners',
      share: 0.5,
    },
    {
      text: 'What are the best espresso machines for milk drinks?',
      kind: 'category',
      topic: 'machines',
      share: 0.4,
    },
    {
      text: 'What is the quietest coffee grinder for a small kitchen?',
      kind: 'category',
      topic: 'grinders',
      tag: 'noise',
      share: 0.46,
    },
    {
      text: 'Which coffee grinders are best for filter coffee?',
      kind: 'category',
      topic: 'grinders',
      share: 0.38,
    },
    {
      text: 'Manual or electric coffee grinder: which ones are worth comparing?',
      kind: 'comparison',
      topic: 'grinders',
      tag: 'beginners',
      share: 0.34,
    },
    {
      text: 'Espresso machine or capsule machine: which ones should I look at?',
      kind: 'comparison',
      topic: 'machines',
      tag: 'beginners',
      share: 0.3,
    },
    {
      text: 'My grinder wakes the whole house. Which one is quieter?',
      kind: 'problem',
      topic: 'grinders',
      tag: 'noise',
      share: 0.4,
    },
    {
      text: 'My espresso tastes sour. Do I need another machine?',
      kind: 'problem',
      topic: 'machines',
      tag: 'beginners',
      share: 0.22,
    },
    {
      text: 'My grinder makes a mess with static. What helps?',
      kind: 'problem',
      topic: 'grinders',
      share: 0.3,
    },
    {
      text: 'What does a good coffee grinder cost?',
      kind: 'price',
      topic: 'grinders',
      share: 0.42,
    },
    {
      text: 'Which espresso machine is the best value for a small office?',
      kind: 'price',
      topic: 'machines',
      share: 0.34,
    },
    { text: 'What is the cheapest espresso machine that lasts?', kind: 'price', topic: 'machines', share: 0 },
    { text: 'Are Kavorlin grinders any good?', kind: 'branded', topic: 'grinders', share: 1 },
    {
      text: 'Kavorlin or Perkelund: which espresso machine is better?',
      kind: 'branded',
      topic: 'machines',
      share: 1,
    },
  ],
};
