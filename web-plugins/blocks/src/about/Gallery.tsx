// The pictures of a block, which open in the viewer. A block without pictures shows that of its template.
import { imageUrl, useLanguage, usePartText } from '@witverse/sdk'
import { Thumbnails } from '@witverse/sdk/content'
import { type BlockCard, pictureOf } from '../api/blocks'
import { BlockArt } from '../list/BlockArt'
import { aboutTexts } from './texts'

/** Widths in pixels: in the viewer, and in the page. */
const VIEWER_WIDTH = 2048
const SMALL_WIDTH = 640
const PICTURES_MAX = 5

export function Gallery({ block }: { block: BlockCard }) {
  const t = usePartText(aboutTexts)
  const { language } = useLanguage()
  const { thumbnails, template } = block
  if (thumbnails.length === 0) {
    return (
      <div className="bl-gallery is-alone">
        {template === 'empty' ? <BlockArt block={block} /> : <img src={pictureOf(template)} alt="" />}
      </div>
    )
  }
  const title = block.title[language]
  const images = thumbnails.map(({ url, width, height }, index) => ({
    src: imageUrl(url, VIEWER_WIDTH),
    thumbnail: imageUrl(url, SMALL_WIDTH),
    alt: t('picture', { title, at: index + 1, count: thumbnails.length }),
    width,
    height,
  }))
  return (
    <div className="bl-gallery">
      <Thumbnails images={images} label={t('gallery')} limit={PICTURES_MAX} />
    </div>
  )
}
