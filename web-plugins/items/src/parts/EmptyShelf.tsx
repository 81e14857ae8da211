// A drawing of a shelf at night.
export function EmptyShelf() {
  return (
    <svg className="it-shelf" width="168" height="104" viewBox="0 0 168 104" aria-hidden="true">
      <path className="it-shelf-board" d="M14 54h140M14 94h140" />
      <path className="it-shelf-board" d="M24 54v40M144 54v40" />
      <path className="it-shelf-lantern" d="M40 26h20c6 8 6 20 0 28H40c-6-8-6-20 0-28Z" />
      <path className="it-shelf-light" d="M50 32c4 5 5 8 5 11a5 5 0 0 1-10 0c0-3 1-6 5-11Z" />
      <rect className="it-shelf-gap" x="78" y="24" width="26" height="26" rx="6" />
      <rect className="it-shelf-gap" x="114" y="24" width="26" height="26" rx="6" />
      <rect className="it-shelf-gap" x="38" y="64" width="26" height="26" rx="6" />
      <rect className="it-shelf-gap" x="104" y="64" width="26" height="26" rx="6" />
    </svg>
  )
}
