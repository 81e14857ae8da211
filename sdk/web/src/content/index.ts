// `@witverse/sdk/content`: posts and their images. Loaded with the first page that uses it.
import './content.css'

export {
  type Block,
  EMPTY_DOCUMENT,
  type PostDocument,
  parseDocument,
  safeLink,
  type TextSpan,
  textOfDocument,
} from './document'
export type { RichTextEditorProps } from './editor-props'
export { ImageViewer } from './ImageViewer'
export { RichText } from './RichText'
export { RichTextEditor } from './RichTextEditor'
export { Thumbnails } from './Thumbnails'
export type { ViewerImage } from './viewer-image'
