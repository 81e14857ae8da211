// `@witverse/sdk/content`: rows of images and their viewer. Loaded with the first page that uses it.
import './content.css'

export { ImageViewer } from './ImageViewer'
export { Thumbnails } from './Thumbnails'
export type { ViewerImage } from './viewer-image'
