// A drawing of two houses at night.
export function TwoWindows() {
  return (
    <svg className="fr-windows" width="168" height="104" viewBox="0 0 168 104" aria-hidden="true">
      <path className="fr-windows-ground" d="M6 92h156" />
      <path className="fr-windows-house" d="M18 92V52l24-20 24 20v40Z" />
      <path className="fr-windows-house" d="M102 92V58l24-20 24 20v34Z" />
      <rect className="fr-windows-lit" x="35" y="58" width="14" height="16" rx="2" />
      <rect className="fr-windows-dark" x="119" y="62" width="14" height="16" rx="2" />
      <path className="fr-windows-way" d="M52 58c14-26 48-26 64 0" />
      <circle className="fr-windows-spark" cx="84" cy="38.500" r="3.200" />
      <circle className="fr-windows-star" cx="20" cy="18" r="1.400" />
      <circle className="fr-windows-star" cx="78" cy="12" r="1.200" />
      <circle className="fr-windows-star" cx="146" cy="20" r="1.500" />
    </svg>
  )
}
