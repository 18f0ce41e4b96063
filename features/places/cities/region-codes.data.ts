/**
 * Usual codes of provinces, states and territories outside the US, by the region's name. GeoNames numbers these regions.
 */
export const regionCodes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  AU: {
    'Australian Capital Territory': ['ACT'],
    'New South Wales': ['NSW'],
    'Northern Territory': ['NT'],
    Queensland: ['QLD'],
    'South Australia': ['SA'],
    Tasmania: ['TAS'],
    Victoria: ['VIC'],
    'Western Australia': ['WA'],
  },
  CA: {
    Alberta: ['AB'],
    'British Columbia': ['BC'],
    Manitoba: ['MB'],
    'New Brunswick': ['NB'],
    'Newfoundland and Labrador': ['NL', 'Newfoundland'],
    'Northwest Territories': ['NT', 'NWT'],
    'Nova Scotia': ['NS'],
    Nunavut: ['NU'],
    Ontario: ['ON'],
    'Prince Edward Island': ['PE', 'PEI'],
    Quebec: ['QC'],
    Saskatchewan: ['SK'],
    Yukon: ['YT'],
  },
}
