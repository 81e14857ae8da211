// The structure of legal texts. The texts are under content/.

export interface LegalSection {
  id: string
  title: string
  /** An array is a list of items. */
  body: (string | string[])[]
}

export interface LegalDocument {
  title: string
  intro: string
  sections: LegalSection[]
}

export type LegalName = 'terms' | 'nft-terms' | 'privacy'

/** Changed together with the texts; both languages have the same version. */
export const EDITIONS: Record<LegalName, { version: string; date: string }> = {
  terms: { version: '1.1', date: '2026-11-24' },
  'nft-terms': { version: '1.1', date: '2026-11-24' },
  privacy: { version: '1.1', date: '2026-11-24' },
}
