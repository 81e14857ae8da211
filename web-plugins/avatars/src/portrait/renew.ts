// The picture of the caller after a change of their look: a browser keeps a portrait for minutes.

/** Loads a picture again, and shows it wherever the page has it. A failure leaves the old one. */
export async function renewPicture(url: string): Promise<void> {
  try {
    await fetch(url, { cache: 'reload' })
  } catch {
    return
  }
  for (const image of document.images) if (image.getAttribute('src') === url) image.src = url
}
