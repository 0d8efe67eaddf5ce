// Other projects that may be this one, as the faces deal with them.
import type { Candidate } from './find-candidates.ts'
import { markNoticed } from './link-project.ts'
import type { Location } from './memory-location.ts'
import { updateRegistry } from './project-registry.ts'

/** What is offered here; nothing where a variable or a setting decides on the memory. */
export function openOffers({ decidedBy, identity }: Location): readonly Candidate[] {
  return decidedBy === 'default' ? identity.offers : []
}

export interface OfferHost {
  home: string
  location: Location
  register(): Promise<void>
}

/** It is not said again, only asked where somebody can be asked. */
export async function rememberNoticed({ home, location, register }: OfferHost): Promise<void> {
  await register()
  await updateRegistry(home, (registry) => markNoticed(registry, location.identity.name))
}
