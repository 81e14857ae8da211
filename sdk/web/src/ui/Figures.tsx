// Numbers with their names, side by side.
import type { Fact } from './Facts'

export function Figures({ figures }: { figures: readonly Fact[] }) {
  return (
    <dl className="wv-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
