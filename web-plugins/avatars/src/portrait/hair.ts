// Hair styles, each with what is behind the head and what is in front of it.
import type { Look } from '../api/avatars'
import { shade } from './shade'

const CAP = 'M60 112C54 62 88 42 120 42S186 62 180 112C176 86 160 72 120 72S64 86 60 112Z'
const CURLS = [
  [66, 92, 19],
  [78, 68, 21],
  [100, 52, 21],
  [124, 48, 22],
  [148, 55, 21],
  [166, 72, 20],
  [176, 94, 18],
  [94, 76, 15],
  [114, 70, 15],
  [136, 72, 15],
  [154, 84, 13],
] as const

const path = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`

export function hairOf(style: Look['hair'], colour: string): { back: string; front: string } {
  const deep = shade(colour, -0.2)
  const shine = (d: string) =>
    `<path d="${d}" stroke="${shade(colour, 0.28)}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".7"/>`
  const gleam = shine('M84 66q14-12 32-14')
  switch (style) {
    case 'buzz':
      return { back: '', front: path(CAP, shade(colour, 0.06)) }
    case 'short':
      return {
        back: '',
        front:
          path(
            'M58 116C50 58 88 36 122 36S192 58 182 116C180 104 174 96 168 88C150 96 122 94 100 80C94 94 74 100 58 116Z',
            colour,
          ) + gleam,
      }
    case 'bob':
      return {
        back: path(
          'M50 112C46 54 88 32 120 32S194 54 190 112V158C190 178 166 180 156 170H84C74 180 50 178 50 158Z',
          deep,
        ),
        front:
          path(
            'M54 122C52 60 88 38 120 38S188 60 186 122L188 158Q178 166 170 154C172 134 170 112 164 100Q120 88 76 100C70 112 68 134 70 154Q62 166 52 158Z',
            colour,
          ) + gleam,
      }
    case 'long':
      return {
        back: path(
          'M48 112C44 50 88 30 120 30S196 50 192 112L198 216Q176 230 158 216H82Q64 230 42 216Z',
          deep,
        ),
        front:
          path(
            'M52 204C46 150 46 116 54 92C64 54 92 38 120 38S176 54 186 92C194 116 194 150 188 204Q174 204 174 186C178 140 172 104 140 74C120 66 100 78 84 96C68 112 64 150 66 186Q66 204 52 204Z',
            colour,
          ) + gleam,
      }
    case 'ponytail':
      return {
        back: path('M166 62C214 58 220 118 206 178C202 194 190 190 190 174C192 130 184 108 160 92Z', deep),
        front:
          path(
            'M58 114C50 58 88 36 120 36S190 58 182 114C178 92 158 78 132 74C114 96 80 96 58 114Z',
            colour,
          ) +
          '<circle cx="176" cy="66" r="9" fill="#e8705f"/>' +
          gleam,
      }
    case 'bun':
      return {
        back: `<circle cx="120" cy="30" r="26" fill="${deep}"/>`,
        front:
          path(
            'M59 110C54 60 90 40 120 40S186 60 181 110C174 92 164 84 158 74Q120 92 82 74C76 84 66 92 59 110Z',
            colour,
          ) + gleam,
      }
    case 'curly':
      return {
        back: `<circle cx="120" cy="96" r="68" fill="${deep}"/>`,
        front: CURLS.map(
          ([x, y, r], i) =>
            `<circle cx="${x}" cy="${y}" r="${r}" fill="${i % 3 ? colour : shade(colour, 0.08)}"/>`,
        ).join(''),
      }
    case 'spiky':
      return {
        back: '',
        front:
          path(
            'M58 114L44 78L68 80L62 46L90 58L100 22L120 50L142 20L150 56L180 44L172 80L196 76L182 114C176 92 160 88 150 78L138 92L120 76L102 92L90 78C80 88 64 92 58 114Z',
            colour,
          ) + shine('M88 70q8-8 16-10'),
      }
  }
}
