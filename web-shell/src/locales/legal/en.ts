// Texts of the legal pages' frame in English.
export const en = {
  edition: 'Version {{version}}',
  since: 'effective {{date}}',
  contents: 'Contents',
  others: 'See also',
  names: { terms: 'Terms of Service', 'nft-terms': 'Terms for Items', privacy: 'Privacy Policy' },
}

declare global {
  interface WitverseTexts {
    'shell-legal': typeof en
  }
}
