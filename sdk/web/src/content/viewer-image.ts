export interface ViewerImage {
  src: string
  /** What the image shows. It is also shown below the image. */
  alt: string
  /** A small version for rows of thumbnails. */
  thumbnail?: string
  /** The size in image pixels, if known. Zoom goes up to it. */
  width?: number
  height?: number
}
