// A drawing of a field at night with a marked plot.
export function OpenField() {
  return (
    <svg className="w-field" viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
      <ellipse className="f-ground" cx="120" cy="80" rx="112" ry="34" />
      <path className="f-plot" d="m120 52 52 22-52 24-52-24Z" />
      <path className="f-stake" d="M120 52V30M172 74V52M120 98V76M68 74V52" />
      <path className="f-rope" d="m68 56 52-22 52 22-52 24Z" />
      <circle className="f-light" cx="120" cy="28" r="4" />
      <circle className="f-star" cx="34" cy="24" r="1.5" />
      <circle className="f-star" cx="208" cy="18" r="1.5" />
      <circle className="f-star" cx="186" cy="34" r="1" />
      <circle className="f-star" cx="62" cy="12" r="1" />
    </svg>
  )
}
