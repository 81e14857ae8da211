// A drawing of an empty letter box.
export function Envelope() {
  return (
    <svg className="ml-envelope" width="144" height="104" viewBox="0 0 144 104" aria-hidden="true">
      <path className="ml-envelope-ground" d="M10 96h124" />
      <path className="ml-envelope-post" d="M68 62h8v34h-8Z" />
      <path className="ml-envelope-box" d="M34 62V44a18 18 0 0 1 18-18h40a18 18 0 0 1 18 18v18Z" />
      <path className="ml-envelope-door" d="M34 62V44a18 18 0 0 1 36 0v18Z" />
      <path className="ml-envelope-flag" d="M98 40V20h12v8H98" />
      <circle className="ml-envelope-star" cx="22" cy="22" r="1.500" />
      <circle className="ml-envelope-star" cx="128" cy="46" r="1.300" />
      <circle className="ml-envelope-star" cx="60" cy="10" r="1.200" />
    </svg>
  )
}
