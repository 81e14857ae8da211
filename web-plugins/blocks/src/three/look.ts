// The colours of a person until they have chosen an avatar: from their id, so that everybody sees them alike.
import { Color } from 'three'
import { dice } from './sculptor'

const TOPS = ['#7a63e8', '#e0655f', '#3f9c8a', '#e8a94a', '#4d83d6', '#d56aa4', '#f1ede2', '#5c6b4e']
const BOTTOMS = ['#2f2d4d', '#54453f', '#3d4f68', '#6b6577', '#23223a']
const HAIRS = ['#2a1f24', '#4a3026', '#7a5135', '#b98a54', '#3b3a55', '#b7b3c4']
const SKINS = ['#ffdfc6', '#f3c8a6', '#dca67c', '#b57d56', '#8a5a3f', '#f7d3b8']

export interface Colours {
  top: Color
  bottom: Color
  hair: Color
  skin: Color
}

export function coloursOf(user: string): Colours {
  let seed = 11
  for (const letter of user) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  const random = dice(seed)
  const pick = (from: string[]) => new Color(from[Math.floor(random() * from.length)] ?? '#ffffff')
  return { top: pick(TOPS), bottom: pick(BOTTOMS), hair: pick(HAIRS), skin: pick(SKINS) }
}
