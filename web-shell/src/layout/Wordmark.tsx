// The logo: the symbol of Witverse and its name. The symbol is decorative, the name is read by screen readers.
export function Wordmark() {
  return (
    <span className="sh-wordmark">
      <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M2.5 7 7 18.5l5-10 5 10L21.5 7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle className="sh-wordmark-light" cx="12" cy="3.8" r="2.2" />
      </svg>
      <span className="sh-wordmark-text">Witverse</span>
    </span>
  )
}
