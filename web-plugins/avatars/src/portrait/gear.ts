// The models of gear in portraits. The names are those of `plugins/items/src/gear.rs`; others are not drawn.

/** From behind the person to the front: behind, on the clothes, on the face, on the hair. */
type Layer = 'back' | 'body' | 'face' | 'front'
type Layers = Record<Layer, string>

const feather = (side: 1 | -1, turn: number, length: number, tone: string) =>
  `<ellipse cx="0" cy="-${length / 2}" rx="15" ry="${length / 2}" fill="${tone}" transform="translate(${120 + side * 48} 214) rotate(${side * turn})"/>`
const wing = (side: 1 | -1) =>
  feather(side, 84, 66, '#dfe7fb') + feather(side, 60, 84, '#f4f7ff') + feather(side, 36, 96, '#fff')

const MODELS: Record<string, Partial<Layers>> = {
  'straw-hat': {
    front:
      '<ellipse cx="120" cy="74" rx="98" ry="19" fill="#d9a55f"/><path d="M66 72C66 34 88 20 120 20S174 34 174 72Q120 88 66 72Z" fill="#ecbe78"/><path d="M66 72Q67 60 70 54Q120 70 170 54Q173 60 174 72Q120 88 66 72Z" fill="#a33c44"/>',
  },
  beanie: {
    front:
      '<circle cx="120" cy="22" r="15" fill="#f2f0ea"/><path d="M58 88C54 44 88 28 120 28S186 44 182 88Z" fill="#3577aa"/><rect x="52" y="74" width="136" height="24" rx="12" fill="#4b90c4"/>',
  },
  crown: {
    front:
      '<path d="M80 58L74 18L99 36L120 10L141 36L166 18L160 58Q120 68 80 58Z" fill="#fcc64a"/><path d="M81 50Q120 60 159 50L160 58Q120 68 80 58Z" fill="#e0a22c"/><circle cx="120" cy="40" r="6" fill="#e2406c"/><circle cx="96" cy="44" r="4" fill="#43b8e6"/><circle cx="144" cy="44" r="4" fill="#43b8e6"/>',
  },
  'cat-ears': {
    front:
      '<path d="M70 70L66 22L106 46Z" fill="#332244"/><path d="M77 60L75 36L96 48Z" fill="#f79fc0"/><path d="M170 70L174 22L134 46Z" fill="#332244"/><path d="M163 60L165 36L144 48Z" fill="#f79fc0"/>',
  },
  glasses: {
    face: '<g fill="rgb(255 255 255 / .18)" stroke="#232029" stroke-width="4"><circle cx="96" cy="119" r="20"/><circle cx="144" cy="119" r="20"/><path d="M116 117q4-4 8 0M76 116l-14-4M164 116l14-4" fill="none"/></g>',
  },
  goggles: {
    face: '<path d="M60 112h120v14H60Z" fill="#5a3c46"/><g stroke="#b88a55" stroke-width="6"><circle cx="95" cy="119" r="22" fill="#5fd0ef"/><circle cx="145" cy="119" r="22" fill="#5fd0ef"/></g><path d="M84 112q6-8 14-8M134 112q6-8 14-8" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" opacity=".8"/>',
  },
  wings: { back: wing(1) + wing(-1) },
  backpack: {
    back: '<rect x="52" y="176" width="136" height="80" rx="26" fill="#a85a32"/>',
    body: '<path d="M84 200v44M156 200v44" stroke="#6e3a20" stroke-width="12" stroke-linecap="round"/>',
  },
  'paper-crane': {
    front:
      '<g stroke="#d8c8d8" stroke-width="1.500" stroke-linejoin="round"><path d="M176 172L206 150L226 178Z" fill="#fff"/><path d="M206 150L198 190L226 178Z" fill="#f3e6ef"/><path d="M176 172L168 148L190 166Z" fill="#fff"/><path d="M168 148l-9 7l13 2Z" fill="#e2455c"/></g>',
  },
  'space-helmet': {
    front:
      '<path d="M48 112C44 52 82 22 120 22S196 52 192 112C192 96 186 84 176 78Q120 56 64 78C54 84 48 96 48 112Z" fill="#eef0fa"/><path d="M64 78Q120 56 176 78" stroke="#b9bdd0" stroke-width="4" fill="none"/><rect x="40" y="98" width="16" height="40" rx="8" fill="#f2663a"/><rect x="184" y="98" width="16" height="40" rx="8" fill="#f2663a"/>',
  },
  'space-suit': {
    back: '<rect x="64" y="172" width="112" height="90" rx="14" fill="#c9cbd8"/>',
    body: '<path d="M50 244C50 208 64 196 96 188Q120 206 144 188C176 196 190 208 190 244Z" fill="#eef0fa"/><ellipse cx="120" cy="190" rx="31" ry="10" fill="none" stroke="#9a9eb2" stroke-width="7"/><rect x="100" y="216" width="40" height="20" rx="5" fill="#f2663a"/>',
  },
  lantern: {
    front:
      '<path d="M196 168v16" stroke="#4a3426" stroke-width="4"/><circle cx="196" cy="208" r="34" fill="#ffd27a" opacity=".35"/><ellipse cx="196" cy="208" rx="21" ry="24" fill="#ffc46b"/><path d="M188 186q-6 22 0 44M204 186q6 22 0 44" stroke="#e8963f" stroke-width="2" fill="none"/><rect x="183" y="180" width="26" height="7" rx="3" fill="#6b2d22"/><rect x="183" y="229" width="26" height="7" rx="3" fill="#6b2d22"/>',
  },
  balloon: {
    back: '<path d="M36 244Q30 160 40 100" stroke="#8a8494" stroke-width="2.500" fill="none"/><ellipse cx="40" cy="66" rx="30" ry="36" fill="#e2455c"/><path d="M40 102l-6 8h12Z" fill="#c2334a"/><path d="M26 56q2-14 12-18" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round" opacity=".6"/>',
  },
}

export const MODEL_NAMES = Object.keys(MODELS)

export function gearOf(worn: Record<string, string>): Layers {
  const drawn = Object.values(worn).map((model) => (Object.hasOwn(MODELS, model) ? MODELS[model] : undefined))
  const layer = (name: Layer) => drawn.map((model) => model?.[name] ?? '').join('')
  return { back: layer('back'), body: layer('body'), face: layer('face'), front: layer('front') }
}
