// Where the items of a world are made. `blocks` owns the choice at `/{worldName}?state=crafting`.

export const craftingPath = (worldName: string, collectionId?: string) =>
  `/${worldName}?state=crafting&kind=item${collectionId === undefined ? '' : `&collection=${collectionId}`}`
