// A drawing of a night with a few houses. The same name gives the same drawing; the hue gives the colours.
import { memo } from 'react'
import { drawNight } from './night'

export const NightScene = memo(function NightScene({ name }: { name: string }) {
  const night = drawNight(name)
  return (
    <svg className="w-night" viewBox="0 0 480 320" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect className="n-sky" width="480" height="320" />
      <circle className="n-halo" cx={night.moon.x} cy={night.moon.y} r={night.moon.r * 2.1} />
      <circle className="n-moon" cx={night.moon.x} cy={night.moon.y} r={night.moon.r} />
      <circle
        className="n-sky"
        cx={night.moon.x + night.moon.r * 0.42}
        cy={night.moon.y - night.moon.r * 0.2}
        r={night.moon.r * 0.86}
      />
      {night.stars.map((star) => (
        <circle key={star.key} className="n-star" cx={star.x} cy={star.y} r={star.r} />
      ))}
      {night.hills.map((hill) => (
        <path key={hill.key} className={`n-hill-${hill.depth}`} d={hill.path} />
      ))}
      {night.houses.map((house) => (
        <g key={house.key}>
          <path
            className="n-glow"
            d={`M${house.x - 6} ${house.base} l-22 34 h${house.width + 56} l-22 -34 Z`}
          />
          <path
            className="n-wall"
            d={`M${house.x} ${house.base} v${-house.height} h${house.width} v${house.height} Z`}
          />
          <path className="n-roof" d={house.roof} />
          {house.windows.map((window) => (
            <rect
              key={window.key}
              className={window.lit ? 'n-lit' : 'n-unlit'}
              x={window.x}
              y={window.y}
              width="7"
              height="9"
              rx="1.5"
            />
          ))}
        </g>
      ))}
      <path className="n-hill-3" d={night.foreground} />
    </svg>
  )
})
