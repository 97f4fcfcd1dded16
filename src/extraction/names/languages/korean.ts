/** Suffixes of names in Korean: particles, stacked by their kinds, and nouns such as "company". */

/** Pairs of particles: the first follows a final consonant, the second a vowel. */
const BY_FINAL: readonly (readonly [string, string])[] = [
  ['은', '는'],
  ['이', '가'],
  ['을', '를'],
  ['과', '와'],
  ['으로', '로'],
  ['이랑', '랑'],
  ['이나', '나'],
  ['이라', '라'],
  ['이며', '며'],
  ['이든', '든'],
  ['이든지', '든지'],
  ['이란', '란'],
  ['이야', '야'],
  ['이라도', '라도'],
  ['이라는', '라는'],
  ['이라고', '라고'],
  ['이라면', '라면'],
  ['이라서', '라서'],
  ['이지만', '지만'],
  ['이자', '자'],
  ['이고', '고'],
  ['이네', '네'],
  ['이죠', '죠'],
  ['이었', '였'],
  ['이에요', '예요'],
  ['으로서', '로서'],
  ['으로써', '로써'],
  ['으로부터', '로부터'],
  ['이나마', '나마'],
  ['이야말로', '야말로'],
];
const CASES = [
  ...'에 에서 에게 에게서 한테 한테서 께 께서 의 도 만 까지 부터 마저 조차 밖에 보다 처럼 같이 만큼 대로 마다 하고 대신'.split(
    ' ',
  ),
  ...'에서부터 에게로 치고 따라 커녕 은커녕 는커녕 뿐 뿐만 이나 나마 쯤 말고 더러 보고 랑은 에는 에도 에만 에나 에의'.split(
    ' ',
  ),
];
/** Forms of "to be" with their endings. */
const BEING =
  /^(?:이|)(?:다|며|면|라|라는|라고|라면|지만|지요|고|ㄴ|었다|었습니다|였다|였습니다|었던|였던|에요|예요|어서|여서|어도|여도|든|든지|자|죠|네요|기|기에|기도|인데|었고|였고)$/;
const FORMAL =
  /^(?:입니다|입니까|인데|인지|인가|인가요|일|일까|일까요|임|임을|이다|이며|이면|이란|인|일수록|일지라도|이었다|였다|이었습니다|였습니다|이었고|였고|이에요|예요|이죠|죠|이지만|지만|이라는|라는|이라고|라고|이라면|라면|이라서|라서|이자|이고|이어서|여서)$/;
/** Particles after a case particle ("에서" + "는"), and between a name and a case particle ("만" + "의"). */
const AFTER_CASE = new Set(
  '는 은 도 만 의 나 까지 부터 라도 서 조차 마저 처럼 보다 요 만큼 와 과 로 을 를 이 가 만은 만의 도요'.split(
    ' ',
  ),
);
const STACKING = [
  ...'에서 에게서 에게 한테 에 께서 까지 부터 만 으로 로 보다 처럼 만큼 밖에 하고 으로부터 로부터 뿐 조차 마저 대로 마다 와 과 랑 이랑 으로서 로서 으로써 로써 뿐만 에서만'.split(
    ' ',
  ),
];
const PLAIN = new Set(CASES);
const NOUNS = /^(?:전자|그룹|코리아|자동차|카드|페이|주식회사|브랜드|제품|측|들|사|제|폰|표|닷컴|스토어|몰)$/;

/** Everyday words that look like a name with a particle: 바나나 is not 바나 with 나. */
const WORDS = new Set(
  (
    '바나나 하나 누나 만나 고나 나라 콜라 고릴라 사이 아이 차이 종이 놀이 고양이 호랑이 어린이 원숭이 오이 나이 길이 높이 깊이 넓이 먹이 ' +
    '거북이 달팽이 지팡이 국가 작가 평가 휴가 물가 추가 인가 시가 전문가 가을 마을 노을 지도 온도 속도 정도 제도 태도 의도 강도 각도 습도 포도 파도 ' +
    '고도 밀도 한도 시도 보도 빈도 농도 인도 철도 수도 기도 유도 불만 대만 가만 소만 회의 주의 정의 강의 합의 문의 동의 거의 편의 도로 서로 피로 위로 새로 ' +
    '바로 홀로 따로 스스로 종로 기와 사과 효과 결과 초과 통과 학과 치과 내과 외과 광고 창고 최고 사고 보고 참고 경고 재고 중고 토마토 부고 라면 화면 장면 측면 ' +
    '반면 자라 소라 다라 미라 오로라 파일 과일 요일 생일 매일 제일 스타일 타일 모바일 디자인 와인 라인 온라인 오프라인 확인 할인 개인 주인 본인 원인 메인 ' +
    '아마 드라마 파라다이스 카메라 오페라 사자 모자 피자 의자 감자 과자 남자 여자 투자 소비자 사용자 초보자 이자 부자 글자 숫자 상자 그림자 기자 ' +
    '조은 작은 많은 같은 좋은 높은 낮은 젊은 얇은 가는 나는 다는 하는 오는 사는 있는 없는 보다 크다 작다 좋다 나다 모다 하다 가다 ' +
    '감사 회사 식사 의사 검사 조사 행사 역사 이사 공사 기사 변호사 간호사 택시 접시 다시 역시 즉시 혹시 잡지 반지 편지 먼지 바지 강아지 단지 돼지 가지 까지 에너지 ' +
    '메시지 이미지 페이지 패키지 소시지 마사지 음악 모자이크 고용 비용 사용 이용 내용 허용 적용 전용 실용 활용 운용 신용 미용 무료 음료 재료 자료 치료'
  ).split(' '),
);

const FIRST = 0xac00;
const LAST = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;

/**
 * Whether Hangul syllables after a name are particles or nouns that belong to it.
 * @param name the name, as folded
 * @param rest the rest of the word
 */
export function isKoreanEnding(name: string, rest: string): boolean {
  const last = name.charCodeAt(name.length - 1);
  const final = last >= FIRST && last <= LAST ? (last - FIRST) % FINALS : -1;
  if (final >= 0 && isOtherWord(name, rest)) return false;
  return isParticle(rest, final) || isNoun(name, rest, final);
}

function isParticle(rest: string, final: number): boolean {
  if (PLAIN.has(rest) || FORMAL.test(rest) || (final !== 0 && BEING.test(rest) && rest.startsWith('이')))
    return true;
  for (const [afterConsonant, afterVowel] of BY_FINAL) {
    const isRo = afterVowel.startsWith('로');
    if (rest === afterConsonant && final !== 0 && !(isRo && final === RIEUL)) return true;
    if (rest === afterVowel && (final <= 0 || (isRo && final === RIEUL))) return true;
  }
  return STACKING.some((first) => {
    if (!rest.startsWith(first)) return false;
    const isRo = first.startsWith('로');
    if (isRo && final > 0 && final !== RIEUL) return false;
    if (first.startsWith('으로') && final === 0) return false;
    const second = rest.slice(first.length);
    return AFTER_CASE.has(second) || FORMAL.test(second);
  });
}

function isNoun(name: string, rest: string, final: number): boolean {
  const long = name.length >= 3 || final < 0;
  for (let end = Math.min(rest.length, 4); end >= 1; end--) {
    const noun = rest.slice(0, end);
    if (!NOUNS.test(noun) || (end === 1 && !long)) continue;
    const after = rest.slice(end);
    const code = noun.charCodeAt(noun.length - 1);
    if (after === '' || isParticle(after, (code - FIRST) % FINALS)) return true;
  }
  return false;
}

/** Whether the word, or the word without its last particles, is an everyday word: 바나나는. */
function isOtherWord(name: string, rest: string): boolean {
  const base = name.slice(name.lastIndexOf(' ') + 1);
  if (base.length > 3) return false;
  for (let end = 1; end <= rest.length; end++) {
    if (WORDS.has(base + rest.slice(0, end))) return true;
  }
  return false;
}
