// What a legal text is made of: sections with paragraphs and lists. The texts themselves are under content/.

export interface LegalSection {
  id: string
  title: string
  /** A list is an array of its points. */
  body: (string | string[])[]
}

export interface LegalDocument {
  title: string
  intro: string
  sections: LegalSection[]
}

export type LegalName = 'terms' | 'nft-terms' | 'privacy'

/** Raised together with the texts; both languages always have the same version. */
export const EDITIONS: Record<LegalName, { version: string; date: string }> = {
  terms: { version: '1.0', date: '2026-11-21' },
  'nft-terms': { version: '1.0', date: '2026-11-21' },
  privacy: { version: '1.0', date: '2026-11-21' },
}
