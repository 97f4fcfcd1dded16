i.source_type not in ('BRAND_SITE', 'COMPETITOR_SITE')
