// A drawing of a house at night with a lit window.
export function LitWindow() {
  return (
    <svg className="sh-lit" viewBox="0 0 280 132" aria-hidden="true">
      <rect width="280" height="132" fill="#15132B" />
      <g fill="#F4F2EA">
        <circle cx="34" cy="26" r="1.5" />
        <circle cx="78" cy="16" r="1" />
        <circle cx="222" cy="22" r="1.5" />
        <circle cx="252" cy="52" r="1" />
        <circle cx="54" cy="58" r="1" />
        <circle cx="196" cy="44" r="1" />
      </g>
      <path d="M0 112c40-14 78-16 120-9s98 8 160-7v36H0Z" fill="#221E45" />
      <path d="M96 108V62l44-30 44 30v46Z" fill="#2D2858" />
      <path d="M90 64 140 29l50 35" fill="none" stroke="#3D3772" strokeWidth="6" strokeLinecap="round" />
      <rect x="110" y="70" width="16" height="18" rx="2" fill="#C8F04B" className="sh-lit-window" />
      <rect x="154" y="70" width="16" height="18" rx="2" fill="#3D3772" />
      <path d="M132 108V88a8 8 0 0 1 16 0v20Z" fill="#5B4BDB" />
      <path d="M110 88h16l14 28H92Z" fill="#C8F04B" opacity="0.14" />
    </svg>
  )
}
