// A portrait as a file, for the picture of the profile: drawn in the browser, uploaded like a photo.
import { addressOf } from './Portrait'

const SIDE = 512

export async function pictureOf(svg: string, name: string): Promise<File> {
  const image = new Image(SIDE, SIDE)
  image.src = addressOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  canvas.getContext('2d')?.drawImage(image, 0, 0, SIDE, SIDE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the browser made no picture')
  return new File([blob], name, { type: 'image/png' })
}
