/** The same as icon.svg, which browsers show beside the page's title. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#3346c9" />
      <path
        d="M5 16c3-5 6.700-7.500 11-7.500S24 11 27 16c-3 5-6.700 7.500-11 7.500S8 21 5 16z"
        fill="none"
        stroke="#fff"
        stroke-width="2.400"
      />
      <circle cx="16" cy="16" r="3.600" fill="#fff" />
    </svg>
  );
}
