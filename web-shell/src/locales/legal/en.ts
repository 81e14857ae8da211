// Around the legal texts, in English.
export const en = {
  edition: 'Version {{version}}',
  since: 'in force since {{date}}',
  contents: 'Contents',
  others: 'See also',
  names: { terms: 'Terms of Service', 'nft-terms': 'Terms for Items', privacy: 'Privacy Policy' },
}
