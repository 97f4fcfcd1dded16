/** What screens ask of the reports: beside the tiles and in lists, one row says the same. */

/** What the tiles of a brand need. */
export const TILE_INCLUDES = ['intervals', 'share_of_voice', 'counts', 'changes'] as const;
/** What a screen about one brand needs. */
export const BRAND_INCLUDES = [...TILE_INCLUDES, 'competitors', 'coverage'] as const;
/** What lists of brands, and of parts of a brand, need. */
export const LIST_INCLUDES = ['intervals', 'changes'] as const;
/** What lists of the parts of a change need. */
export const PART_INCLUDES = ['changes'] as const;
