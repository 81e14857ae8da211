// A drawing of a parcel: tied while it waits, open once it was accepted, moving when it was sent.
export function Parcel({ state }: { state: 'sent' | 'closed' | 'open' }) {
  return (
    <svg className="gf-parcel" data-state={state} viewBox="0 0 280 132" aria-hidden="true">
      <circle className="gf-parcel-star" cx="36" cy="28" r="1.600" />
      <circle className="gf-parcel-star" cx="78" cy="54" r="1.200" />
      <circle className="gf-parcel-star" cx="214" cy="24" r="1.800" />
      <circle className="gf-parcel-star" cx="248" cy="60" r="1.300" />
      <circle className="gf-parcel-star" cx="188" cy="46" r="1.100" />
      <circle className="gf-parcel-star" cx="-60" cy="40" r="1.500" />
      <circle className="gf-parcel-star" cx="-110" cy="70" r="1.100" />
      <circle className="gf-parcel-star" cx="340" cy="36" r="1.400" />
      <circle className="gf-parcel-star" cx="384" cy="66" r="1.200" />
      <path className="gf-parcel-hill" d="M-400 126c180-8 330-40 540-32s360-30 540-20v300H-400Z" />
      {state === 'sent' && <path className="gf-parcel-way" d="M26 92C64 34 108 26 132 50" />}
      {state === 'open' && <path className="gf-parcel-light" d="M104 60 84 8h112l-20 52Z" />}
      <g className="gf-parcel-box">
        <path className="gf-parcel-side" d="M108 62h64v42a6 6 0 0 1-6 6h-52a6 6 0 0 1-6-6Z" />
        <path className="gf-parcel-ribbon" d="M134 62h12v48h-12Z" />
        {state === 'open' ? (
          <path className="gf-parcel-lid" d="m98 58 70-24 6 15-70 24Z" />
        ) : (
          <>
            <rect className="gf-parcel-lid" x="102" y="50" width="76" height="16" rx="4" />
            <path className="gf-parcel-ribbon" d="M134 50h12v16h-12Z" />
            <path
              className="gf-parcel-bow"
              d="M140 50c-6-14-26-16-24-6 1 6 14 6 24 6Zm0 0c6-14 26-16 24-6-1 6-14 6-24 6Z"
            />
          </>
        )}
      </g>
    </svg>
  )
}
