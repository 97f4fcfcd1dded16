/** The parts of vader-sentiment 1.1.3 (CommonJS, without types) that are used here. */
declare module 'vader-sentiment' {
  interface SentiText {
    words_and_emoticons: string[];
    is_cap_diff: boolean;
  }
  const vader: {
    SentimentIntensityAnalyzer: {
      polarity_scores(text: string): { compound: number };
      sentiment_valence(
        valence: number,
        text: SentiText,
        item: string,
        index: number,
        sentiments: number[],
      ): number[];
      but_check(words: string[], sentiments: number[]): number[];
      score_valence(sentiments: number[], text: string): { compound: number };
    };
  };
  export default vader;
}
