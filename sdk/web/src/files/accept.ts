// The filter of the file dialog for each purpose: the types, and the endings of types that systems do not know.
import type { Purpose } from './upload'

const IMAGES = 'image/jpeg,image/png,image/webp,image/gif'
const VIDEOS = 'video/mp4,video/quicktime,video/webm,.mov'

export const ACCEPT: Record<Purpose, string> = {
  any: `${IMAGES},${VIDEOS},video/x-msvideo,.avi`,
  image: IMAGES,
  video: VIDEOS,
  audio:
    'audio/mpeg,audio/mp4,audio/x-m4a,audio/aac,audio/flac,audio/ogg,audio/wav,audio/webm,.mp3,.m4a,.aac,.flac,.ogg,.opus,.wav,.weba',
  model: '.glb,model/gltf-binary',
  vrm: '.vrm',
}
