"""Reading: CSV and Parquet to canonical batches of whole hands."""
