// Made from spec/ by npm run generate.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the server up
         * @description Needs no credentials and touches neither the database nor the engine.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the server answer reports
         * @description 503 while migrating, without a snapshot, or draining.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This contract as JSON
         * @description The bundled OpenAPI 3.0.3 document that this server validates requests against.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This contract as YAML
         * @description The same document as `/openapi.json`.
         */
        get: operations["getOpenapiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with email and password
         * @description Gives an access token (1 h) and a refresh token (30 d). A wrong password and an unknown email get the
         *     same answer in the same time. Tries are limited by account and by address.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade a refresh token for new tokens
         * @description A refresh token works once. Using one a second time ends every token that came from the same login.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List brands
         * @description By name. Archived brands are listed by archived=true only.
         */
        get: operations["listBrands"];
        put?: never;
        /**
         * Create a brand
         * @description Answers are read for its names from now on; those kept already are read again.
         */
        post: operations["createBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a brand
         * @description One brand of your organisation.
         */
        get: operations["getBrand"];
        put?: never;
        post?: never;
        /**
         * Archive a brand
         * @description It leaves lists and reports; its history stays and `archived: false` takes it back.
         */
        delete: operations["archiveBrand"];
        options?: never;
        head?: never;
        /**
         * Change a brand
         * @description What is not sent stays. A change of names has all kept answers read again.
         */
        patch: operations["updateBrand"];
        trace?: never;
    };
    "/api/brands/{id}/competitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the competitors of a brand
         * @description By name.
         */
        get: operations["listCompetitors"];
        put?: never;
        /**
         * Add a competitor to a brand
         * @description Answers are read for its names from now on; those kept already are read again.
         */
        post: operations["createCompetitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a brand with its competitors
         * @description From the current snapshot, over completed runs of the brand's queries in the range (by default 30 days up to today):
         *     the brand and each competitor, by share of voice, highest first; then name; then id. Share of voice is a
         *     subject's namings as a percentage of all namings of the brand and its competitors.
         */
        get: operations["getBrandComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/competitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a competitor
         * @description One competitor of a brand of yours.
         */
        get: operations["getCompetitor"];
        put?: never;
        post?: never;
        /**
         * Remove a competitor
         * @description Answers are read again without it.
         */
        delete: operations["deleteCompetitor"];
        options?: never;
        head?: never;
        /**
         * Change a competitor
         * @description What is not sent stays. A change of names has all kept answers read again.
         */
        patch: operations["updateCompetitor"];
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest answers of AI platforms
         * @description Takes up to 1,000 runs or 16 MiB a call: a JSON array of `Run`, or one run a line as
         *     `application/x-ndjson`. Each run is checked alone: a bad one is refused with its reason and does not
         *     touch its neighbours. Sending a run again (the same `externalId`) changes nothing and says so. The
         *     query is (brand, platform, exact text), found or made. Needs a bearer token of a MEMBER or above, or an
         *     API key with the scope `runs:write`. The runs are in the reports with the next snapshot.
         */
        post: operations["ingestRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Visibility, sentiment and position of each brand
         * @description All brands of the organisation, those without a run too (visibility, sentiment and position are then
         *     null: unknown, which is not 0). Ordered by visibility, highest first, null last; then name in byte
         *     order; then id. `total` counts all matching brands before limit and offset.
         */
        post: operations["reportBrands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prompts with their latest result
         * @description One entry a query that has a completed run in the range, with its latest one. Ordered by executedAt,
         *     latest first, then query id. `total` counts all matching queries before limit and offset.
         */
        post: operations["reportQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/v1/reports/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mentions of brands, with their sources
         * @description One entry a run that names its query's brand and distinct source the answer cites; one with
         *     `sourceType: AI_ANSWER` and no URL where it cites none. Ordered by discoveredAt, latest first, then id.
         *     `total` counts all matching mentions before limit and offset.
         */
        post: operations["reportMentions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description State of this server
         * @example {
         *       "status": "ok",
         *       "version": "0.1.0",
         *       "snapshot": {
         *         "id": "20261120T081500123Z-4f2a91",
         *         "ageSeconds": 12.5
         *       }
         *     }
         */
        Health: {
            /**
             * @description Always ok when it answers
             * @example ok
             * @enum {string}
             */
            status: "ok";
            /**
             * @description Version of the program
             * @example 0.1.0
             */
            version: string;
            /**
             * @description The snapshot that is served; null before the first one
             * @example {
             *       "id": "20261120T081430456Z-90ab3c",
             *       "ageSeconds": 42
             *     }
             */
            snapshot: {
                /**
                 * @description Id of the snapshot
                 * @example 20261120T081500123Z-4f2a91
                 */
                id: string;
                /**
                 * @description Seconds since the data was last known to be complete
                 * @example 12.5
                 */
                ageSeconds: number;
            } | null;
        };
        /**
         * @description Stable code of an error
         * @example validation_error
         * @enum {string}
         */
        ErrorCode: "validation_error" | "malformed_request" | "unauthorized" | "subscription_required" | "quota_exceeded" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "unprocessable" | "snapshot_gone" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "request_timeout" | "internal" | "unavailable";
        /**
         * @description The organisation's plan. The reports by API key need CUSTOM.
         * @example CUSTOM
         * @enum {string}
         */
        Plan: "FREE" | "STARTER" | "GROWTH" | "CUSTOM";
        /**
         * @description What went wrong, and how to mend it
         * @example {
         *       "error": "validation_error",
         *       "message": "limit must be <= 10000"
         *     }
         */
        Error: {
            error: components["schemas"]["ErrorCode"];
            /**
             * @description What is wrong, which field, and the fix
             * @example limit must be <= 10000
             */
            message?: string;
            /**
             * @description On quota errors: current usage
             * @example 3
             */
            currentUsage?: number;
            /**
             * @description On quota errors: the quota
             * @example 3
             */
            limit?: number;
            plan?: components["schemas"]["Plan"];
        };
        /**
         * @description Whether reports can be answered
         * @example {
         *       "status": "ready"
         *     }
         */
        Readiness: {
            /**
             * @description Always ready when the status is 200
             * @example ready
             * @enum {string}
             */
            status: "ready";
        };
        /**
         * @description An OpenAPI 3.0.3 document
         * @example {
         *       "openapi": "3.0.3",
         *       "info": {
         *         "title": "Sightline",
         *         "version": "1.0.0"
         *       },
         *       "paths": {}
         *     }
         */
        OpenapiDocument: {
            /**
             * @description Version of OpenAPI
             * @example 3.0.3
             */
            openapi: string;
            /**
             * @description Title and version of this contract
             * @example {
             *       "title": "Sightline",
             *       "version": "1.0.0"
             *     }
             */
            info: Record<string, never>;
            /**
             * @description The operations by path
             * @example {}
             */
            paths: Record<string, never>;
        };
        /**
         * @description Credentials of a member
         * @example {
         *       "email": "owner@example.com",
         *       "password": "correct horse battery staple"
         *     }
         */
        Login: {
            /**
             * @description Email address of the account
             * @example owner@example.com
             */
            email: string;
            /**
             * @description Password of the account
             * @example correct horse battery staple
             */
            password: string;
        };
        /**
         * @description An access token and the refresh token that follows it
         * @example {
         *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
         *       "refreshToken": "slr_Zk3Jd0oYf1w2",
         *       "expiresIn": 3600,
         *       "tokenType": "Bearer"
         *     }
         */
        Tokens: {
            /**
             * @description JWT for the header Authorization: Bearer
             * @example eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl
             */
            accessToken: string;
            /**
             * @description Works once, at POST /api/auth/refresh
             * @example slr_Zk3Jd0oYf1w2
             */
            refreshToken: string;
            /**
             * @description Seconds until the access token expires
             * @example 3600
             */
            expiresIn: number;
            /**
             * @description How to send the access token
             * @example Bearer
             * @enum {string}
             */
            tokenType: "Bearer";
        };
        /**
         * @description A refresh token
         * @example {
         *       "refreshToken": "slr_Zk3Jd0oYf1w2"
         *     }
         */
        Refresh: {
            /**
             * @description The latest refresh token of a login
             * @example slr_Zk3Jd0oYf1w2
             */
            refreshToken: string;
        };
        /**
         * @description A brand whose visibility is tracked
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "website": "https://www.lumenfold.example",
         *       "description": "Reading lamps",
         *       "industry": "lighting",
         *       "aliases": [
         *         "Lumen Fold"
         *       ],
         *       "caseSensitive": [],
         *       "archived": false,
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Brand: {
            /**
             * @description Id of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * @description Its website; citations of it are BRAND_SITE
             * @example https://www.lumenfold.example
             */
            website: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases: string[];
            /**
             * @description Its names that count in exactly this case only (all-caps names and dictionary words, unless said otherwise)
             * @example []
             */
            caseSensitive: string[];
            /**
             * @description Whether it is left out of lists and reports
             * @example false
             */
            archived: boolean;
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of brands
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        BrandList: {
            /**
             * @description The brands of this page
             * @example []
             */
            data: components["schemas"]["Brand"][];
            /**
             * @description All matching brands
             * @example 1
             */
            total: number;
        };
        /**
         * @description A new brand
         * @example {
         *       "name": "Lumenfold",
         *       "website": "https://www.lumenfold.example",
         *       "industry": "lighting",
         *       "aliases": [
         *         "Lumen Fold"
         *       ]
         *     }
         */
        BrandCreate: {
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://www.lumenfold.example
             */
            website?: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description?: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, all-caps names and dictionary words
             * @example []
             */
            caseSensitive?: string[];
        };
        /**
         * @description What to change of a brand; what is not sent stays
         * @example {
         *       "aliases": [
         *         "Lumen Fold",
         *         "LumenFold"
         *       ]
         *     }
         */
        BrandUpdate: {
            /**
             * @description Its name
             * @example Lumenfold
             */
            name?: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://www.lumenfold.example
             */
            website?: string | null;
            /**
             * @description What it is
             * @example Reading lamps
             */
            description?: string | null;
            /**
             * @description What it does
             * @example lighting
             */
            industry?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Lumen Fold"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, all-caps names and dictionary words
             * @example []
             */
            caseSensitive?: string[];
            /**
             * @description false takes it back into lists and reports
             * @example false
             */
            archived?: boolean;
        };
        /**
         * @description A competitor of a brand
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000021",
         *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Gleamwell",
         *       "website": "https://gleamwell.example",
         *       "aliases": [],
         *       "caseSensitive": [],
         *       "createdAt": "2026-11-19T09:30:00.000Z",
         *       "updatedAt": "2026-11-19T09:30:00.000Z"
         *     }
         */
        Competitor: {
            /**
             * @description Id of the competitor
             * @example 019aa0c4-7f00-7000-8000-000000000022
             */
            id: string;
            /**
             * @description Id of the brand it competes with
             * @example 019aa0c4-7f00-7000-8000-000000000012
             */
            brandId: string;
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * @description Its website; citations of it are COMPETITOR_SITE
             * @example https://gleamwell.example
             */
            website: string | null;
            /**
             * @description Other names that count as naming it
             * @example []
             */
            aliases: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive: string[];
            /**
             * Format: date-time
             * @description When it was made
             * @example 2026-11-19T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed
             * @example 2026-11-19T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description A page of competitors
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        CompetitorList: {
            /**
             * @description The competitors of this page
             * @example []
             */
            data: components["schemas"]["Competitor"][];
            /**
             * @description All competitors of the brand
             * @example 1
             */
            total: number;
        };
        /**
         * @description A new competitor
         * @example {
         *       "name": "Gleamwell",
         *       "website": "https://gleamwell.example"
         *     }
         */
        CompetitorCreate: {
            /**
             * @description Its name
             * @example Gleamwell
             */
            name: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://gleamwell.example
             */
            website?: string | null;
            /**
             * @description Other names that count as naming it
             * @example []
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only; without it, all-caps names and dictionary words
             * @example []
             */
            caseSensitive?: string[];
        };
        /**
         * @description How visible the brand or one of its competitors was in answers to the brand's queries
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000011",
         *       "name": "Lumenfold",
         *       "isBrand": true,
         *       "visibility": 66.67,
         *       "visibilityCount": 2,
         *       "visibilityTotal": 3,
         *       "sentiment": 81.25,
         *       "sentimentCount": 2,
         *       "position": 1.5,
         *       "positionCount": 2,
         *       "shareOfVoice": 50
         *     }
         */
        ComparisonRow: {
            /**
             * @description Id of the brand or competitor
             * @example 019aa0c4-7f00-7000-8000-000000000013
             */
            id: string;
            /**
             * @description Its name
             * @example Lumenfold
             */
            name: string;
            /**
             * @description Whether it is the brand itself
             * @example true
             */
            isBrand: boolean;
            /**
             * @description 100 × visibilityCount ÷ visibilityTotal; null without a run
             * @example 66.67
             */
            visibility: number | null;
            /**
             * @description Runs whose answer names it
             * @example 2
             */
            visibilityCount: number;
            /**
             * @description Completed runs of the brand's queries
             * @example 3
             */
            visibilityTotal: number;
            /**
             * @description Mean sentiment where it is named
             * @example 81.25
             */
            sentiment: number | null;
            /**
             * @description Runs behind sentiment
             * @example 2
             */
            sentimentCount: number;
            /**
             * @description Mean position where it is named
             * @example 1.5
             */
            position: number | null;
            /**
             * @description Runs behind position
             * @example 2
             */
            positionCount: number;
            /**
             * @description Its namings, as a percentage of those of the brand and all its competitors; null where none is named
             * @example 50
             */
            shareOfVoice: number | null;
        };
        /**
         * @description A brand beside its competitors
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        Comparison: {
            /**
             * @description The brand and its competitors
             * @example []
             */
            data: components["schemas"]["ComparisonRow"][];
            /**
             * @description The number of rows
             * @example 1
             */
            total: number;
        };
        /**
         * @description What to change of a competitor; what is not sent stays
         * @example {
         *       "aliases": [
         *         "Gleam Well"
         *       ]
         *     }
         */
        CompetitorUpdate: {
            /**
             * @description Its name
             * @example Gleamwell
             */
            name?: string;
            /**
             * Format: uri
             * @description Its website
             * @example https://gleamwell.example
             */
            website?: string | null;
            /**
             * @description Other names that count as naming it
             * @example [
             *       "Gleam Well"
             *     ]
             */
            aliases?: string[];
            /**
             * @description Its names that count in exactly this case only
             * @example []
             */
            caseSensitive?: string[];
        };
        /**
         * @description The AI platform that gave an answer
         * @example CHATGPT
         * @enum {string}
         */
        Platform: "CHATGPT" | "CLAUDE" | "GEMINI" | "PERPLEXITY" | "GROK" | "DEEPSEEK" | "LLAMA";
        /**
         * @description A source that an answer cites
         * @example {
         *       "url": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps"
         *     }
         */
        CitationInput: {
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            url: string;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title?: string | null;
        };
        /**
         * @description One answer of an AI platform to a prompt
         * @example {
         *       "externalId": "crm-2026-11-19-0001",
         *       "brand": "Lumenfold",
         *       "platform": "CHATGPT",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "executedAt": "2026-11-19T09:30:00Z",
         *       "answer": "Lumenfold is the gentlest lamp we found.",
         *       "citations": [
         *         {
         *           "url": "https://reviews.example/best-reading-lamps",
         *           "title": "Best reading lamps"
         *         }
         *       ]
         *     }
         */
        Run: {
            /**
             * @description The sender's own id; sending it again changes nothing
             * @example crm-2026-11-19-0001
             */
            externalId: string;
            /**
             * @description Id of the brand the prompt belongs to (this or brand)
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brandId?: string;
            /**
             * @description Name of the brand the prompt belongs to (this or brandId)
             * @example Lumenfold
             */
            brand?: string;
            platform: components["schemas"]["Platform"];
            /**
             * @description The exact prompt that was run
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            /**
             * Format: date-time
             * @description When it was run, RFC 3339, not in the future
             * @example 2026-11-19T09:30:00Z
             */
            executedAt: string;
            /**
             * @description The answer, verbatim (markdown and HTML are understood)
             * @example Lumenfold is the gentlest lamp we found.
             */
            answer: string;
            /**
             * @description The sources the answer cites, in its order
             * @example [
             *       {
             *         "url": "https://reviews.example/best-reading-lamps",
             *         "title": "Best reading lamps"
             *       }
             *     ]
             */
            citations?: components["schemas"]["CitationInput"][];
            /**
             * @description Sentiment towards the brand, 50 neutral; without it the sentences that name the brand are scored
             * @example 72.5
             */
            sentimentScore?: number | null;
            /**
             * @description The model that answered
             * @example gpt-5
             */
            model?: string | null;
        };
        /**
         * @description Runs to ingest. An element that is not a valid Run is refused alone, by its index.
         * @example [
         *       {
         *         "externalId": "crm-1",
         *         "brand": "Lumenfold",
         *         "platform": "CHATGPT",
         *         "queryText": "Which lamp?",
         *         "executedAt": "2026-11-19T09:30:00Z",
         *         "answer": "Lumenfold."
         *       }
         *     ]
         */
        RunBatch: (components["schemas"]["Run"] | unknown)[];
        /**
         * @description What became of one run
         * @example {
         *       "index": 0,
         *       "externalId": "crm-1",
         *       "status": "created",
         *       "id": "019aa0c4-7f00-7000-8000-000000000003"
         *     }
         */
        RunResult: {
            /**
             * @description Place in the array (or line) sent, from 0
             * @example 0
             */
            index: number;
            /**
             * @description externalId of the run, where one could be read
             * @example crm-1
             */
            externalId?: string;
            /**
             * @description What became of it
             * @example created
             * @enum {string}
             */
            status: "created" | "unchanged" | "refused";
            /**
             * @description Id of the run (created and unchanged)
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            id?: string;
            /**
             * @description Unchanged, though what was sent is not what is kept
             * @example true
             */
            differs?: boolean;
            error?: components["schemas"]["ErrorCode"];
            /**
             * @description Why it was refused
             * @example brand: no brand is named "Lumenfolt"
             */
            message?: string;
        };
        /**
         * @description What became of each run of a call
         * @example {
         *       "created": 1,
         *       "unchanged": 0,
         *       "refused": 0,
         *       "results": [
         *         {
         *           "index": 0,
         *           "externalId": "crm-1",
         *           "status": "created",
         *           "id": "019aa0c4-7f00-7000-8000-000000000003"
         *         }
         *       ]
         *     }
         */
        IngestResult: {
            /**
             * @description Runs that are new
             * @example 1
             */
            created: number;
            /**
             * @description Runs that were there already
             * @example 0
             */
            unchanged: number;
            /**
             * @description Runs that are not valid; results say why
             * @example 0
             */
            refused: number;
            /**
             * @description One entry a run, in the order sent
             * @example [
             *       {
             *         "index": 0,
             *         "externalId": "crm-1",
             *         "status": "created",
             *         "id": "019aa0c4-7f00-7000-8000-000000000003"
             *       }
             *     ]
             */
            results: components["schemas"]["RunResult"][];
        };
        /**
         * @description Filters and page of a report; every field is optional
         * @example {
         *       "start_date": "2026-10-01",
         *       "end_date": "2026-10-31",
         *       "limit": 100,
         *       "offset": 0
         *     }
         */
        ReportParameters: {
            /**
             * @description Restricts the report to one brand; an unknown one gives an empty report
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            brand_id?: string;
            /**
             * @description Alias of brand_id. Send one or the other.
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            project_id?: string;
            /**
             * Format: date
             * @description First day of the range (UTC, inclusive); 30 days before today by default
             * @example 2026-10-01
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day of the range (UTC, inclusive); today by default
             * @example 2026-10-31
             */
            end_date?: string;
            /**
             * @description Most entries to return
             * @default 1000
             * @example 100
             */
            limit?: number;
            /**
             * @description Entries to pass over first
             * @default 0
             * @example 0
             */
            offset?: number;
        };
        /**
         * @description A brand, by id and name
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000001",
         *       "name": "Lumenfold"
         *     }
         */
        BrandRef: {
            /**
             * @description Id of the brand
             * @example 019aa0c4-7f00-7000-8000-000000000001
             */
            id: string;
            /**
             * @description Name of the brand
             * @example Lumenfold
             */
            name: string;
        };
        /**
         * @description How visible one brand was
         * @example {
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "visibility": 66.67,
         *       "visibility_count": 2,
         *       "visibility_total": 3,
         *       "sentiment": 81.25,
         *       "sentiment_count": 2,
         *       "position": 1.5,
         *       "position_count": 2
         *     }
         */
        BrandRow: {
            brand: components["schemas"]["BrandRef"];
            /**
             * @description 100 × visibility_count ÷ visibility_total, two decimals; null without a run
             * @example 66.67
             */
            visibility: number | null;
            /**
             * @description Completed runs whose answer names the brand
             * @example 2
             */
            visibility_count: number;
            /**
             * @description Completed runs of the brand's queries in the range
             * @example 3
             */
            visibility_total: number;
            /**
             * @description Mean sentiment score (0 to 100, 50 neutral) where the brand is named; null where none is
             * @example 81.25
             */
            sentiment: number | null;
            /**
             * @description Runs behind sentiment
             * @example 2
             */
            sentiment_count: number;
            /**
             * @description Mean position (1 = named first, among the brand and its competitors) where the brand is named
             * @example 1.5
             */
            position: number | null;
            /**
             * @description Runs behind position
             * @example 2
             */
            position_count: number;
        };
        /**
         * @description The brands report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        BrandsReport: {
            /**
             * @description The brands of this page
             * @example []
             */
            data: components["schemas"]["BrandRow"][];
            /**
             * @description All matching brands
             * @example 1
             */
            total: number;
        };
        /**
         * @description The prompt that was run, as it was run
         * @example {
         *       "id": "019aa0c4-7f00-7000-8000-000000000002",
         *       "queryText": "Which reading lamp is easiest on the eyes?",
         *       "platform": "CHATGPT"
         *     }
         */
        QueryRef: {
            /**
             * @description Id of the query
             * @example 019aa0c4-7f00-7000-8000-000000000002
             */
            id: string;
            /**
             * @description The exact prompt that was run
             * @example Which reading lamp is easiest on the eyes?
             */
            queryText: string;
            platform: components["schemas"]["Platform"];
        };
        /**
         * @description The latest completed run of a query in the range
         * @example {
         *       "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *       "brandMentioned": true,
         *       "visibilityScore": 100,
         *       "position": 1,
         *       "sentimentScore": 81.25
         *     }
         */
        LatestResult: {
            /**
             * @description Id of the run
             * @example 019aa0c4-7f00-7000-8000-000000000003
             */
            runId: string;
            /**
             * @description Whether the answer names the brand
             * @example true
             */
            brandMentioned: boolean;
            /**
             * @description 0 when not named, else 100 − 15 × (position − 1), at least 10
             * @example 100
             */
            visibilityScore: number;
            /**
             * @description Position of the brand (1 = named first); null when not named
             * @example 1
             */
            position: number | null;
            /**
             * @description Sentiment towards the brand; null when not named
             * @example 81.25
             */
            sentimentScore: number | null;
        };
        /**
         * @description A prompt with its latest result
         * @example {
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       },
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "executedAt": "2026-10-31T09:30:00.000Z",
         *       "latestResult": {
         *         "runId": "019aa0c4-7f00-7000-8000-000000000003",
         *         "brandMentioned": true,
         *         "visibilityScore": 100,
         *         "position": 1,
         *         "sentimentScore": 81.25
         *       }
         *     }
         */
        QueryRow: {
            query: components["schemas"]["QueryRef"];
            brand: components["schemas"]["BrandRef"];
            /**
             * Format: date-time
             * @description When the latest run was made
             * @example 2026-10-31T09:30:00.000Z
             */
            executedAt: string;
            latestResult: components["schemas"]["LatestResult"];
        };
        /**
         * @description The queries report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        QueriesReport: {
            /**
             * @description The queries of this page
             * @example []
             */
            data: components["schemas"]["QueryRow"][];
            /**
             * @description All matching queries
             * @example 1
             */
            total: number;
        };
        /**
         * @description The kind of source behind a mention; AI_ANSWER where the answer cites none
         * @example REVIEW
         * @enum {string}
         */
        SourceType: "AI_ANSWER" | "ARTICLE" | "REVIEW" | "FORUM" | "SOCIAL" | "VIDEO" | "ENCYCLOPEDIA" | "DOCUMENTATION" | "STORE" | "BRAND_SITE" | "COMPETITOR_SITE" | "OTHER";
        /**
         * @description POSITIVE from a score of 52.5, NEGATIVE to 47.5
         * @example POSITIVE
         * @enum {string}
         */
        Sentiment: "POSITIVE" | "NEUTRAL" | "NEGATIVE";
        /**
         * @description A mention of a brand in an answer, with one source the answer cites
         * @example {
         *       "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
         *       "brand": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000001",
         *         "name": "Lumenfold"
         *       },
         *       "sourceType": "REVIEW",
         *       "sourceName": "reviews.example",
         *       "sourceUrl": "https://reviews.example/best-reading-lamps",
         *       "title": "Best reading lamps",
         *       "snippet": "Lumenfold is the gentlest lamp we found.",
         *       "platform": "CHATGPT",
         *       "sentiment": "POSITIVE",
         *       "sentimentScore": 81.25,
         *       "discoveredAt": "2026-10-31T09:30:00.000Z",
         *       "query": {
         *         "id": "019aa0c4-7f00-7000-8000-000000000002",
         *         "queryText": "Which reading lamp is easiest on the eyes?",
         *         "platform": "CHATGPT"
         *       }
         *     }
         */
        MentionRow: {
            /**
             * @description Id of the mention, of (run, brand, URL)
             * @example 7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa
             */
            id: string;
            brand: components["schemas"]["BrandRef"];
            sourceType: components["schemas"]["SourceType"];
            /**
             * @description Name or domain of the source
             * @example reviews.example
             */
            sourceName: string | null;
            /**
             * @description Address of the source
             * @example https://reviews.example/best-reading-lamps
             */
            sourceUrl: string | null;
            /**
             * @description Title of the source
             * @example Best reading lamps
             */
            title: string | null;
            /**
             * @description The sentence that names the brand, at most 300 characters
             * @example Lumenfold is the gentlest lamp we found.
             */
            snippet: string | null;
            platform: components["schemas"]["Platform"];
            sentiment: components["schemas"]["Sentiment"];
            /**
             * @description Sentiment towards the brand in this answer
             * @example 81.25
             */
            sentimentScore: number | null;
            /**
             * Format: date-time
             * @description When the answer was given
             * @example 2026-10-31T09:30:00.000Z
             */
            discoveredAt: string;
            query: components["schemas"]["QueryRef"];
        };
        /**
         * @description The mentions report
         * @example {
         *       "data": [],
         *       "total": 0
         *     }
         */
        MentionsReport: {
            /**
             * @description The mentions of this page
             * @example []
             */
            data: components["schemas"]["MentionRow"][];
            /**
             * @description All matching mentions
             * @example 1
             */
            total: number;
        };
    };
    responses: {
        /** @description The request is not valid; the message names the field and the fix */
        BadRequest: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "validation_error",
                 *       "message": "start_date must be a date, YYYY-MM-DD"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server; the request id finds it in the log */
        InternalError: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal",
                 *       "message": "Something went wrong on our side."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not able to answer just now (starting, draining, overloaded, database or snapshot away) */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before the next try */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unavailable",
                 *       "message": "The database cannot be reached. Try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing or invalid credentials */
        Unauthorized: {
            headers: {
                /** @description The scheme that is expected */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthorized",
                 *       "message": "A valid API key is required, in the header X-API-Key or the query parameter api_key."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than this operation takes */
        PayloadTooLarge: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "payload_too_large",
                 *       "message": "The body is larger than 1048576 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not of a media type this operation takes */
        UnsupportedMediaType: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_media_type",
                 *       "message": "Send the body as application/json (UTF-8, not compressed)."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Over the rate limit; wait for Retry-After seconds */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before the next try */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "Too many requests. Wait for 1 s."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credentials are valid but do not cover this operation; the message names what is missing */
        Forbidden: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "forbidden",
                 *       "message": "This API key lacks the scope reports:read."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A paid subscription is required (CUSTOM plan), or a quota is used up */
        PaymentRequired: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "subscription_required",
                 *       "message": "The reporting API needs the CUSTOM plan.",
                 *       "plan": "FREE"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It clashes with what is there already (a name that is taken, a state that does not allow it) */
        Conflict: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "conflict",
                 *       "message": "name: a brand with this name exists already."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used with another request before */
        Unprocessable: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unprocessable",
                 *       "message": "This Idempotency-Key was used with another request."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource in your organisation */
        NotFound: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "There is no such brand."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The snapshot named by X-Snapshot-Id is no longer kept; start again without the header */
        Gone: {
            headers: {
                /** @description Id of this request, also in the server's log */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "snapshot_gone",
                 *       "message": "This snapshot is no longer kept. Leave out X-Snapshot-Id to use the current one."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Most entries to return
         * @example 100
         */
        Limit: number;
        /**
         * @description Entries to pass over first
         * @example 0
         */
        Offset: number;
        /**
         * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
         *     answer again and does nothing twice; the same key with another body is 422.
         * @example 5f0c2a1e-order-17
         */
        IdempotencyKey: string;
        /**
         * @description Id of the resource
         * @example 019aa0c4-7f00-7000-8000-000000000001
         */
        Id: string;
        /**
         * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
         * @example sl_live_000000000000000000000000000000000000
         */
        ApiKey: string;
        /**
         * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
         *     while exports go on. Snapshots are kept for 15 minutes by default, then 410.
         * @example 20261120T081500123Z-4f2a91
         */
        SnapshotId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "snapshot": {
                     *         "id": "20261120T081500123Z-4f2a91",
                     *         "ageSeconds": 12.5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready for traffic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3",
                     *       "info": {
                     *         "title": "Sightline",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    getOpenapiYaml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example openapi: 3.0.3 */
                    "application/yaml": string;
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Email and password of a member */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The latest refresh token */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "slr_Zk3Jd0oYf1w2"
                 *     }
                 */
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    /** @description Always no-store */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accessToken": "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "refreshToken": "slr_Zk3Jd0oYf1w2",
                     *       "expiresIn": 3600,
                     *       "tokenType": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBrands: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description true lists archived brands, false the others (default)
                 * @example false
                 */
                archived?: boolean;
                /**
                 * @description Only brands whose name holds this text, whatever its case
                 * @example lumen
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of brands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0
                     *     }
                     */
                    "application/json": components["schemas"]["BrandList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBrand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new brand */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Lumenfold",
                 *       "website": "https://www.lumenfold.example",
                 *       "industry": "lighting",
                 *       "aliases": [
                 *         "Lumen Fold"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BrandCreate"];
            };
        };
        responses: {
            /** @description The brand */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Archived */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "aliases": [
                 *         "Lumen Fold",
                 *         "LumenFold"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BrandUpdate"];
            };
        };
        responses: {
            /** @description The brand as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Lumenfold",
                     *       "website": "https://www.lumenfold.example",
                     *       "description": "Reading lamps",
                     *       "industry": "lighting",
                     *       "aliases": [
                     *         "Lumen Fold"
                     *       ],
                     *       "caseSensitive": [],
                     *       "archived": false,
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompetitors: {
        parameters: {
            query?: {
                /**
                 * @description Most entries to return
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Entries to pass over first
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of competitors */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [],
                     *       "total": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CompetitorList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompetitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The new competitor */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gleamwell",
                 *       "website": "https://gleamwell.example"
                 *     }
                 */
                "application/json": components["schemas"]["CompetitorCreate"];
            };
        };
        responses: {
            /** @description The competitor */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBrandComparison: {
        parameters: {
            query?: {
                /**
                 * @description First day (UTC, inclusive)
                 * @example 2026-10-01
                 */
                startDate?: string;
                /**
                 * @description Last day (UTC, inclusive)
                 * @example 2026-10-01
                 */
                endDate?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019aa0c4-7f00-7000-8000-000000000011",
                     *           "name": "Lumenfold",
                     *           "isBrand": true,
                     *           "visibility": 66.67,
                     *           "visibilityCount": 2,
                     *           "visibilityTotal": 3,
                     *           "sentiment": 81.25,
                     *           "sentimentCount": 2,
                     *           "position": 1.5,
                     *           "positionCount": 2,
                     *           "shareOfVoice": 50
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The competitor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCompetitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the resource
                 * @example 019aa0c4-7f00-7000-8000-000000000001
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description The changes */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "aliases": [
                 *         "Gleam Well"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CompetitorUpdate"];
            };
        };
        responses: {
            /** @description The competitor as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa0c4-7f00-7000-8000-000000000021",
                     *       "brandId": "019aa0c4-7f00-7000-8000-000000000011",
                     *       "name": "Gleamwell",
                     *       "website": "https://gleamwell.example",
                     *       "aliases": [],
                     *       "caseSensitive": [],
                     *       "createdAt": "2026-11-19T09:30:00.000Z",
                     *       "updatedAt": "2026-11-19T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Competitor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    ingestRuns: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKey"];
            };
            header?: {
                /**
                 * @description Any text of the caller's. Repeating a request with the same key and body within 24 hours gives the first
                 *     answer again and does nothing twice; the same key with another body is 422.
                 * @example 5f0c2a1e-order-17
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The runs */
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "externalId": "crm-2026-11-19-0001",
                 *         "brand": "Lumenfold",
                 *         "platform": "CHATGPT",
                 *         "queryText": "Which reading lamp is easiest on the eyes?",
                 *         "executedAt": "2026-11-19T09:30:00Z",
                 *         "answer": "Lumenfold is the gentlest lamp we found.",
                 *         "citations": [
                 *           {
                 *             "url": "https://reviews.example/best-reading-lamps",
                 *             "title": "Best reading lamps"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["RunBatch"];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description What became of each run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "unchanged": 0,
                     *       "refused": 0,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "externalId": "crm-2026-11-19-0001",
                     *           "status": "created",
                     *           "id": "019aa0c4-7f00-7000-8000-000000000003"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["IngestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportBrands: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKey"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Filters and page; an empty body means all defaults */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "start_date": "2026-10-01",
                 *       "end_date": "2026-10-31",
                 *       "limit": 100,
                 *       "offset": 0
                 *     }
                 */
                "application/json": components["schemas"]["ReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "visibility": 66.67,
                     *           "visibility_count": 2,
                     *           "visibility_total": 3,
                     *           "sentiment": 81.25,
                     *           "sentiment_count": 2,
                     *           "position": 1.5,
                     *           "position_count": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BrandsReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportQueries: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKey"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Filters and page; an empty body means all defaults */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "start_date": "2026-10-01",
                 *       "end_date": "2026-10-31",
                 *       "limit": 100,
                 *       "offset": 0
                 *     }
                 */
                "application/json": components["schemas"]["ReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           },
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "executedAt": "2026-10-31T09:30:00.000Z",
                     *           "latestResult": {
                     *             "runId": "019aa0c4-7f00-7000-8000-000000000003",
                     *             "brandMentioned": true,
                     *             "visibilityScore": 100,
                     *             "position": 1,
                     *             "sentimentScore": 81.25
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueriesReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportMentions: {
        parameters: {
            query?: {
                /**
                 * @description The API key, where the header X-API-Key cannot be set. Sending both with different values is 401.
                 * @example sl_live_000000000000000000000000000000000000
                 */
                api_key?: components["parameters"]["ApiKey"];
            };
            header?: {
                /**
                 * @description Stay on the snapshot of an earlier answer (its header `X-Snapshot-Id`), so that pages fit together
                 *     while exports go on. Snapshots are kept for 15 minutes by default, then 410.
                 * @example 20261120T081500123Z-4f2a91
                 */
                "X-Snapshot-Id"?: components["parameters"]["SnapshotId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Filters and page; an empty body means all defaults */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "start_date": "2026-10-01",
                 *       "end_date": "2026-10-31",
                 *       "limit": 100,
                 *       "offset": 0
                 *     }
                 */
                "application/json": components["schemas"]["ReportParameters"];
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description The snapshot this answer was made from */
                    "X-Snapshot-Id"?: string;
                    /** @description When the data was last known to be complete (RFC 3339, UTC) */
                    "X-Data-As-Of"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7b1c9a52-2d0f-8a41-9d3e-5a0c54b1f0aa",
                     *           "brand": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000001",
                     *             "name": "Lumenfold"
                     *           },
                     *           "sourceType": "REVIEW",
                     *           "sourceName": "reviews.example",
                     *           "sourceUrl": "https://reviews.example/best-reading-lamps",
                     *           "title": "Best reading lamps",
                     *           "snippet": "Lumenfold is the gentlest lamp we found.",
                     *           "platform": "CHATGPT",
                     *           "sentiment": "POSITIVE",
                     *           "sentimentScore": 81.25,
                     *           "discoveredAt": "2026-10-31T09:30:00.000Z",
                     *           "query": {
                     *             "id": "019aa0c4-7f00-7000-8000-000000000002",
                     *             "queryText": "Which reading lamp is easiest on the eyes?",
                     *             "platform": "CHATGPT"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MentionsReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
