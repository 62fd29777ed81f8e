import type { Platform, Region } from '../profiles.schema.ts';
import type { Chance } from './chance.generator.ts';

type Weighted<T> = readonly (readonly [T, number])[];

/** A time zone where players live, the languages spoken there (best first) and its share of players. */
export type Place = { region: Region; zone: string; share: number; languages: Weighted<readonly string[]> };

const english: Weighted<readonly string[]> = [[['English'], 1]];
const spanishEnglish: Weighted<readonly string[]> = [
  [['Spanish', 'English'], 5],
  [['Spanish'], 4],
  [['English', 'Spanish'], 1],
];
const createLanguageMix = (language: string, englishShare = 0.75): Weighted<readonly string[]> => [
  [[language, 'English'], englishShare],
  [[language], 1 - englishShare],
];
const northAmerica: Weighted<readonly string[]> = [
  [['English'], 84],
  [['English', 'Spanish'], 9],
  [['Spanish', 'English'], 5],
  [['Spanish'], 2],
];

const createZones = (
  region: Region,
  list: readonly (readonly [string, number, Weighted<readonly string[]>])[],
): Place[] => list.map(([zone, share, languages]) => ({ region, zone, share, languages }));

/** Weighted places; shares add up to about 100. The zones follow eleven different daylight saving rules, or none. */
const PLACES: readonly Place[] = [
  ...createZones('NA-East', [
    ['America/New_York', 16, northAmerica],
    ['America/Chicago', 10, northAmerica],
    [
      'America/Toronto',
      2.6,
      [
        [['English'], 8],
        [['French', 'English'], 2],
      ],
    ],
    ['America/Detroit', 1.2, northAmerica],
    ['America/Puerto_Rico', 0.8, spanishEnglish],
    ['America/Halifax', 0.4, english],
  ]),
  ...createZones('NA-West', [
    ['America/Los_Angeles', 11, northAmerica],
    ['America/Denver', 2.6, northAmerica],
    ['America/Phoenix', 1.6, northAmerica],
    ['America/Vancouver', 1.2, english],
    ['America/Mexico_City', 1.4, spanishEnglish],
    ['Pacific/Honolulu', 0.3, english],
  ]),
  ...createZones('EU', [
    ['Europe/London', 5.5, english],
    ['Europe/Paris', 5, createLanguageMix('French', 0.6)],
    ['Europe/Madrid', 3.2, createLanguageMix('Spanish', 0.5)],
    ['Europe/Berlin', 3.4, createLanguageMix('German', 0.85)],
    ['Europe/Rome', 2.2, createLanguageMix('Italian', 0.55)],
    ['Europe/Istanbul', 1.6, createLanguageMix('Turkish', 0.6)],
    ['Europe/Warsaw', 1.2, createLanguageMix('Polish', 0.8)],
    ['Europe/Athens', 1, createLanguageMix('Greek', 0.85)],
    ['Europe/Belgrade', 1, createLanguageMix('Serbian', 0.8)],
    ['Europe/Lisbon', 0.7, createLanguageMix('Portuguese', 0.8)],
    ['Europe/Vilnius', 0.6, createLanguageMix('Lithuanian', 0.9)],
    ['Europe/Stockholm', 0.6, createLanguageMix('Swedish', 0.95)],
  ]),
  ...createZones('Asia', [
    ['Asia/Manila', 5, createLanguageMix('Filipino', 0.9)],
    ['Asia/Tokyo', 1.4, createLanguageMix('Japanese', 0.35)],
    ['Asia/Seoul', 1.2, createLanguageMix('Korean', 0.4)],
    ['Asia/Shanghai', 1.6, createLanguageMix('Chinese', 0.4)],
    ['Asia/Kolkata', 1, createLanguageMix('Hindi', 0.9)],
    ['Asia/Jakarta', 0.8, createLanguageMix('Indonesian', 0.7)],
    ['Asia/Kathmandu', 0.2, createLanguageMix('Nepali', 0.8)],
  ]),
  ...createZones('SA', [
    ['America/Sao_Paulo', 3.4, createLanguageMix('Portuguese', 0.4)],
    ['America/Argentina/Buenos_Aires', 1.6, createLanguageMix('Spanish', 0.45)],
    ['America/Santiago', 0.9, createLanguageMix('Spanish', 0.45)],
    ['America/Bogota', 1, createLanguageMix('Spanish', 0.4)],
    ['America/Caracas', 0.5, createLanguageMix('Spanish', 0.35)],
  ]),
  ...createZones('Oceania', [
    ['Australia/Sydney', 2, english],
    ['Australia/Brisbane', 0.8, english],
    ['Pacific/Auckland', 0.8, english],
    ['Australia/Adelaide', 0.4, english],
    ['Australia/Perth', 0.4, english],
    ['Australia/Lord_Howe', 0.02, english],
  ]),
  ...createZones('Other', [
    ['Africa/Lagos', 1, english],
    ['Africa/Johannesburg', 0.7, english],
    [
      'Asia/Dubai',
      0.7,
      [
        [['Arabic', 'English'], 6],
        [['English'], 4],
      ],
    ],
    ['Africa/Cairo', 0.6, createLanguageMix('Arabic', 0.6)],
    ['Asia/Jerusalem', 0.6, createLanguageMix('Hebrew', 0.9)],
    [
      'Africa/Casablanca',
      0.4,
      [
        [['French', 'Arabic'], 6],
        [['Arabic', 'English'], 4],
      ],
    ],
  ]),
];

const BY_SHARE = PLACES.map((place) => [place, place.share] as const);

export const pickPlace = (chance: Chance): Place => chance.weighted(BY_SHARE);

const CONSOLES: Record<Region, Weighted<Platform>> = {
  'NA-East': [
    ['PS5', 52],
    ['Xbox Series', 34],
    ['PC', 10],
    ['Switch', 4],
  ],
  'NA-West': [
    ['PS5', 55],
    ['Xbox Series', 30],
    ['PC', 11],
    ['Switch', 4],
  ],
  EU: [
    ['PS5', 64],
    ['Xbox Series', 17],
    ['PC', 15],
    ['Switch', 4],
  ],
  Asia: [
    ['PS5', 58],
    ['Xbox Series', 4],
    ['PC', 27],
    ['Switch', 11],
  ],
  SA: [
    ['PS5', 50],
    ['Xbox Series', 26],
    ['PC', 20],
    ['Switch', 4],
  ],
  Oceania: [
    ['PS5', 56],
    ['Xbox Series', 27],
    ['PC', 13],
    ['Switch', 4],
  ],
  Other: [
    ['PS5', 60],
    ['Xbox Series', 13],
    ['PC', 22],
    ['Switch', 5],
  ],
};

export const pickPlatform = (chance: Chance, region: Region): Platform => chance.weighted(CONSOLES[region]);
