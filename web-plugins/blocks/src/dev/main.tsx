// The preview: a scene with people of this page, without a server. `npm run preview` builds and photographs it.
// Parameters: scene, people, hour, view (3d or map), lang.
import '@witverse/sdk/reset.css'
import '@witverse/sdk/theme.css'
import '@witverse/sdk/kit.css'
import '../styles/plugin.css'
import { renderPlugin } from '@witverse/sdk/testing'
import { Room } from '../hud/Room'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { parseScene } from '../room/scene'
import { Session } from '../room/session'
import { loopback } from './loopback'
import { SCENES } from './scenes'

const asked = new URLSearchParams(location.search)
const name = asked.get('scene') ?? 'lantern-garden'
const { scene } = parseScene(SCENES[name])
const hour = asked.get('hour')
if (hour !== null) scene.sky.hour = Number(hour)
const session = new Session({
  scene,
  ports: loopback(scene, Number(asked.get('people') ?? 12)),
  getTicket: async () => 'preview',
  isFinal: () => false,
})
session.connection.start()
document.body.dataset.plugin = 'blocks'
void renderPlugin(
  <div className="bl-frame">
    <Room
      session={session}
      blockId="preview"
      title={ko.template[name as keyof typeof ko.template] ?? name}
      worldName="agora"
      game={null}
      has3d={asked.get('view') !== 'map'}
    />
  </div>,
  { id: 'blocks', texts: { ko, en }, state: { language: asked.get('lang') === 'en' ? 'en' : 'ko' } },
)
