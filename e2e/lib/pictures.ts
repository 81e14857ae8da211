// Images that the browser makes.
import type { Screen } from './screen'

/** A square of noise, which does not compress: the file has about three bytes for each pixel. */
const MAKE_IMAGE = `async (side) => {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(side, side)
  for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
  context.putImageData(pixels, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return [...new Uint8Array(await blob.arrayBuffer())]
}`

/** A PNG for `setInputFiles`. */
export async function makePicture(one: Screen, name: string, side: number) {
  const bytes = (await one.page.evaluate(`(${MAKE_IMAGE})(${side})`)) as number[]
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) }
}
