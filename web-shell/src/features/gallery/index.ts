// The chunk of the component gallery. It imports every part of the SDK: the shell provides a shared part only if one of
// its own files imports it.
import type { PartModule } from '../../lib/lazy'
import { texts } from '../../locales/gallery'
import { GalleryScreen } from './GalleryScreen'

export const gallery: PartModule<object> = { default: GalleryScreen, texts: [texts] }
