// A PDF whose pages are one JPEG picture each. Nothing else of the format is written.

export interface PdfPage {
  jpeg: Uint8Array<ArrayBuffer>
  /** Of the picture, in pixels. */
  pixels: { width: number; height: number }
}

/** Writes the file; each page has the given size in points (1/72 inch). */
export function pdfOf(pages: PdfPage[], size: { width: number; height: number }, title: string): Blob {
  const file = new PdfWriter()
  const [catalog, tree, info] = [file.reserve(), file.reserve(), file.reserve()]
  const kids = pages.map(({ jpeg, pixels }) => {
    const [page, picture, content] = [file.reserve(), file.reserve(), file.reserve()]
    const drawing = encoded(`${size.width} 0 0 ${size.height} 0 0 cm /I Do`)
    file.write(
      page,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Contents ${content} 0 R /Resources << /XObject << /I ${picture} 0 R >> >> >>`,
    )
    file.write(
      picture,
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    )
    file.write(content, `<< /Length ${drawing.length} >>`, drawing)
    return `${page} 0 R`
  })
  file.write(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`)
  file.write(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`)
  file.write(info, `<< /Title ${textString(title)} >>`)
  return file.finish(catalog, info)
}

/** Numbers the objects of a file and keeps where each begins. */
class PdfWriter {
  // The comment with bytes above 127 marks the file as binary.
  private parts: Uint8Array<ArrayBuffer>[] = [
    new Uint8Array([...encoded('%PDF-1.4\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]),
  ]
  private offsets: number[] = []
  private length = this.parts[0]?.length ?? 0

  /** The number of an object that is written later. */
  reserve(): number {
    return this.offsets.push(0)
  }

  write(id: number, dictionary: string, stream?: Uint8Array<ArrayBuffer>) {
    this.offsets[id - 1] = this.length
    this.push(encoded(`${id} 0 obj\n${dictionary}\n`))
    if (stream) {
      this.push(encoded('stream\n'))
      this.push(stream)
      this.push(encoded('\nendstream\n'))
    }
    this.push(encoded('endobj\n'))
  }

  finish(catalog: number, info: number): Blob {
    const start = this.length
    const count = this.offsets.length + 1
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    this.push(encoded(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`))
    this.push(encoded(`trailer\n<< /Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R >>\n`))
    this.push(encoded(`startxref\n${start}\n%%EOF\n`))
    return new Blob(this.parts, { type: 'application/pdf' })
  }

  private push(bytes: Uint8Array<ArrayBuffer>) {
    this.parts.push(bytes)
    this.length += bytes.length
  }
}

const encoded = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

/** A text of any script: UTF-16 with a byte order mark, in hexadecimal digits. */
const textString = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`
